CREATE TABLE agonist (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "agonist" VALUES('schema','20');
INSERT INTO "agonist" VALUES('platform','14');
INSERT INTO "agonist" VALUES('alias key','16e1066b48193bae03b69426518834982991e6646b70404354af986b2f93980c');
CREATE TABLE runs (
	number INTEGER NOT NULL,
	id TEXT NOT NULL,
	created TEXT NOT NULL,
	"plan" TEXT NOT NULL,
	status TEXT NOT NULL,
	note TEXT NOT NULL,
	PRIMARY KEY (number),
	UNIQUE (id)
);
INSERT INTO "runs" VALUES(1,'00715f86','2026-11-24T13:39:28.586232+00:00','{"players":[],"opponents":[],"options":{},"seats":{},"sweep":"","profile":"","matches":null,"quick":false,"seed":0,"policy":null,"prompts":null,"specs":{},"pairing":"round-robin","deals":"own","until":"","keep":"all","weights":{},"targets":["tictactoe"],"suites":{},"ladder":"Daily"}','running','');
INSERT INTO "runs" VALUES(2,'337c9807','2026-11-24T13:39:29.195043+00:00',' {"players": ["human", "reference"], "opponents": [], "options": {}, "seats": {"0": "human", "1": "reference"}, "sweep": "", "profile": "", "matches": 1, "quick": false, "seed": 247463373751987689375727329218619437500, "policy": null, "prompts": null, "specs": {"human": "human", "reference": "reference"}, "pairing": "round-robin", "deals": "own", "until": "", "keep": "all", "weights": {}, "targets": ["tictactoe"], "suites": {}}','interrupted','Player 1 is asked in the browser');
INSERT INTO "runs" VALUES(3,'5dc90abd','2026-11-24T13:39:29.252393+00:00',' {"players": ["Fox v2", "random"], "opponents": [], "options": {}, "seats": {}, "sweep": "", "profile": "", "matches": 1, "quick": false, "seed": 78601028500007761205322704172198306028, "policy": null, "prompts": null, "specs": {"Fox v2": "reference", "random": "random"}, "pairing": "round-robin", "deals": "own", "until": "", "keep": "all", "weights": {}, "targets": ["tictactoe"], "suites": {}}','running','');
CREATE TABLE matches (
	id INTEGER NOT NULL,
	run INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	game TEXT NOT NULL,
	fixture TEXT NOT NULL,
	status TEXT NOT NULL,
	error TEXT NOT NULL,
	forfeits TEXT NOT NULL,
	scores TEXT NOT NULL,
	ranks TEXT NOT NULL,
	teams TEXT NOT NULL,
	reason TEXT NOT NULL,
	fallback TEXT NOT NULL,
	seconds FLOAT NOT NULL,
	deal TEXT DEFAULT '' NOT NULL,
	ended FLOAT,
	move_counts TEXT,
	course BIGINT,
	usage TEXT,
	worker TEXT,
	deaths INTEGER DEFAULT '0' NOT NULL,
	died_at INTEGER DEFAULT '0' NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (run, nth),
	FOREIGN KEY(run) REFERENCES runs (number)
);
INSERT INTO "matches" VALUES(1,1,0,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"149191950762004809271241900039794161165","players":["Fox v2","Owl"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Fox v2":"reference","Owl":"random"},"parent":{}}','finished','','[]',' [1, -1]','[1,2]','[]','three in a line','[]',0.18374242499999127,'',1795527569.007361,'[[3,2],[0,0]]',759398799438380016,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(2,1,1,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"7467945306210119532752933880626582043","players":["Owl","Fox v2"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Owl":"random","Fox v2":"reference"},"parent":{}}','finished','','[]',' [0, 0]','[1,1]','[]','the board is full','[]',0.16631677800000944,'',1795527568.9884741,'[[5,4],[0,0]]',-4875677567357963614,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(3,1,2,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"234252719892656831014577329423853620164","players":["Fox v2","Owl"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Fox v2":"reference","Owl":"random"},"parent":{}}','finished','','[]',' [1, -1]','[1,2]','[]','three in a line','[]',0.01598346200000833,'',1795527569.1579113,'[[3,2],[0,0]]',-7808320030714923848,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(4,1,3,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"291740989550678758932544406025089184654","players":["Owl","Fox v2"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Owl":"random","Fox v2":"reference"},"parent":{}}','finished','','[]',' [0, 0]','[1,1]','[]','the board is full','[]',0.01685324099992158,'',1795527569.159956,'[[5,4],[0,0]]',6366574468478753075,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(5,2,0,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"247463373751987689375727329218619437500","players":["Ann","reference"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Ann":"human"},"parent":{}}','suspended','Player 1 is asked in the browser','[]','[]','[]','[]','','[]',0.0,'',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "matches" VALUES(6,3,0,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"78601028500007761205322704172198306028","players":["Fox v2","random"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Fox v2":"reference"},"parent":{}}','planned','','[]','[]','[]','[]','','[]',0.0,'',NULL,NULL,NULL,NULL,NULL,0,0);
CREATE TABLE prompts (
	run INTEGER NOT NULL,
	digest TEXT NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (run, digest),
	FOREIGN KEY(run) REFERENCES runs (number)
);
CREATE TABLE run_rates (
	run INTEGER NOT NULL,
	endpoint TEXT NOT NULL,
	unit TEXT NOT NULL,
	full_at FLOAT NOT NULL,
	PRIMARY KEY (run, endpoint, unit),
	FOREIGN KEY(run) REFERENCES runs (number)
);
CREATE TABLE run_workers (
	run INTEGER NOT NULL,
	name TEXT NOT NULL,
	began FLOAT NOT NULL,
	seen FLOAT NOT NULL,
	ended FLOAT,
	lease FLOAT DEFAULT '20' NOT NULL,
	joined INTEGER DEFAULT '0' NOT NULL,
	usd FLOAT NOT NULL,
	tokens BIGINT NOT NULL,
	requests BIGINT NOT NULL,
	held_usd FLOAT NOT NULL,
	held_tokens BIGINT NOT NULL,
	held_requests BIGINT NOT NULL,
	waits INTEGER NOT NULL,
	news TEXT NOT NULL,
	PRIMARY KEY (run, name),
	FOREIGN KEY(run) REFERENCES runs (number)
);
CREATE TABLE call_tokens (
	"match" INTEGER NOT NULL,
	step INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	prompt BLOB,
	completion BLOB,
	logprobs BLOB,
	PRIMARY KEY ("match", step, nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE model_calls (
	"match" INTEGER NOT NULL,
	step INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	attempt INTEGER NOT NULL,
	probe TEXT NOT NULL,
	error TEXT NOT NULL,
	form TEXT DEFAULT 'unknown' NOT NULL,
	request INTEGER NOT NULL,
	prompt INTEGER NOT NULL,
	cached INTEGER NOT NULL,
	completion INTEGER NOT NULL,
	reasoning INTEGER NOT NULL,
	cost FLOAT,
	seconds FLOAT NOT NULL,
	tries INTEGER NOT NULL,
	from_cache INTEGER NOT NULL,
	estimated INTEGER DEFAULT '0' NOT NULL,
	words TEXT NOT NULL,
	logprobs TEXT,
	PRIMARY KEY ("match", step, nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE sent_messages (
	"match" INTEGER NOT NULL,
	step INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	messages TEXT NOT NULL,
	PRIMARY KEY ("match", step, nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE steps (
	"match" INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	moves TEXT NOT NULL,
	fallback TEXT NOT NULL,
	probes TEXT NOT NULL,
	PRIMARY KEY ("match", nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "steps" VALUES(2,0,'{"0":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(2,1,'{"1":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(2,2,'{"0":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,3,'{"1":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,4,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,5,'{"1":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,6,'{"0":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,7,'{"1":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(2,8,'{"0":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,0,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(1,1,'{"1":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,2,'{"0":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(1,3,'{"1":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,4,'{"0":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(4,0,'{"0":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(3,0,'{"0":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(4,1,'{"1":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(3,1,'{"1":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(4,2,'{"0":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(3,2,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(4,3,'{"1":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(3,3,'{"1":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(4,4,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(3,4,'{"0":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(4,5,'{"1":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(4,6,'{"0":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(4,7,'{"1":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(4,8,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(5,0,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(5,1,'{"1":[3,1]}','[]','[]');
CREATE TABLE allowances (
	"match" INTEGER NOT NULL,
	owner INTEGER NOT NULL,
	day TEXT NOT NULL,
	dollars FLOAT NOT NULL,
	PRIMARY KEY ("match", owner),
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE answers (
	"match" INTEGER NOT NULL,
	step INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	probe TEXT NOT NULL,
	nonce TEXT NOT NULL,
	action TEXT NOT NULL,
	PRIMARY KEY ("match", step, seat, probe),
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "answers" VALUES(5,0,0,'','1:nonce-12345','[2,2]');
CREATE TABLE events (
	"match" INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	"at" FLOAT NOT NULL,
	kind TEXT NOT NULL,
	seat INTEGER,
	words TEXT DEFAULT '{}' NOT NULL,
	PRIMARY KEY ("match", nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE ladders (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	target TEXT NOT NULL,
	run INTEGER NOT NULL,
	state TEXT DEFAULT 'open' NOT NULL,
	settings TEXT DEFAULT '{}' NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (name),
	FOREIGN KEY(run) REFERENCES runs (number)
);
INSERT INTO "ladders" VALUES(1,'Daily','tictactoe',1,'open','{"at_once":2,"a_day":50,"owner_at_once":8,"owner_a_day":1000,"dollars_a_match":0.25,"dollars_a_day":5.0,"seconds":120.0,"retries":2,"person_a_day":50,"deals":1}',1795527568.594379);
CREATE TABLE measured (
	"match" INTEGER NOT NULL,
	version TEXT NOT NULL,
	found TEXT NOT NULL,
	PRIMARY KEY ("match"),
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE notices (
	id INTEGER NOT NULL,
	owner INTEGER NOT NULL,
	"at" FLOAT NOT NULL,
	text TEXT NOT NULL,
	about TEXT DEFAULT '' NOT NULL,
	seen INTEGER DEFAULT '0' NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "notices" VALUES(1,2,1795527569.272598,'Fox was paused.','',0);
CREATE TABLE spending (
	owner INTEGER NOT NULL,
	day TEXT NOT NULL,
	dollars FLOAT NOT NULL,
	matches INTEGER NOT NULL,
	PRIMARY KEY (owner, day)
);
INSERT INTO "spending" VALUES(1,'2026-11-24',0.0,4);
INSERT INTO "spending" VALUES(2,'2026-11-24',0.0,4);
CREATE TABLE users (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	folded TEXT NOT NULL,
	password TEXT NOT NULL,
	role TEXT NOT NULL,
	created FLOAT NOT NULL,
	blocked TEXT DEFAULT '' NOT NULL,
	dollars_a_day FLOAT,
	email TEXT DEFAULT '' NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (folded)
);
INSERT INTO "users" VALUES(1,'Rita','rita','$argon2id$v=19$m=8,t=1,p=1$gvg86WmcgDg+gVPZXYjXtg$KFJoAYfi8WUIipAgMx+ynxROPLMk8J9oFxR+16XPd44','admin',1795527568.4524872,'',NULL,'');
INSERT INTO "users" VALUES(2,'Ann','ann','$argon2id$v=19$m=8,t=1,p=1$pem8QheIMsABLKTgolGyLQ$kQQyCEpg2ZFI95cn95Lo8ZZM3+G1hJUqBADMcAzmJ3Y','member',1795527568.4737422,'',NULL,'');
CREATE TABLE agents (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	folded TEXT NOT NULL,
	owner INTEGER,
	about TEXT DEFAULT '' NOT NULL,
	language TEXT DEFAULT '' NOT NULL,
	code TEXT DEFAULT '' NOT NULL,
	public INTEGER DEFAULT '0' NOT NULL,
	house INTEGER DEFAULT '0' NOT NULL,
	state TEXT NOT NULL,
	reason TEXT DEFAULT '' NOT NULL,
	failures INTEGER DEFAULT '0' NOT NULL,
	free_since FLOAT,
	waited FLOAT,
	created FLOAT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (folded),
	FOREIGN KEY(owner) REFERENCES users (id)
);
INSERT INTO "agents" VALUES(1,'Fox','fox',2,'About my fox.','','',1,0,'online','',0,1795527569.1827688,0.059010982513427734,1795527568.534573);
INSERT INTO "agents" VALUES(2,'Owl','owl',1,'','','',0,0,'online','',0,1795527569.1827688,0.059010982513427734,1795527568.5500686);
INSERT INTO "agents" VALUES(3,'random','random',NULL,'Gives a random legal answer; all are equally likely.','','',1,1,'online','',0,NULL,NULL,1795527568.5777812);
INSERT INTO "agents" VALUES(4,'reference','reference',NULL,'The best simple player known for each game.','','',1,1,'online','',0,NULL,NULL,1795527568.583957);
CREATE TABLE keys (
	id INTEGER NOT NULL,
	owner INTEGER NOT NULL,
	label TEXT NOT NULL,
	encrypted TEXT NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (owner, label),
	FOREIGN KEY(owner) REFERENCES users (id)
);
INSERT INTO "keys" VALUES(1,2,'mine','gAAAAABrBZOQGQ0f0aaCjYQOhmAvYRUMcIkSmzHTl9EP1giQSccoto946TNAbDjYhFMmV-ERa3xQ8iXdawi89GGe943JFfhWiwRdbbsxTWRVarqE2lHwf_w=',1795527568.5194798);
CREATE TABLE leases (
	"match" INTEGER NOT NULL,
	ladder INTEGER NOT NULL,
	epoch INTEGER NOT NULL,
	holder TEXT DEFAULT '' NOT NULL,
	until FLOAT NOT NULL,
	planned FLOAT NOT NULL,
	began FLOAT,
	ended FLOAT,
	PRIMARY KEY ("match"),
	FOREIGN KEY("match") REFERENCES matches (id),
	FOREIGN KEY(ladder) REFERENCES ladders (id)
);
INSERT INTO "leases" VALUES(1,1,1,'worker:1:57d27d',0.0,1795527568.6653001,1795527568.6943407,1795527569.0365133);
INSERT INTO "leases" VALUES(2,1,1,'worker:1:57d27d',0.0,1795527568.6653001,1795527568.6943407,1795527569.040477);
INSERT INTO "leases" VALUES(3,1,1,'worker:1:57d27d',0.0,1795527569.1108556,1795527569.132627,1795527569.1754086);
INSERT INTO "leases" VALUES(4,1,1,'worker:1:57d27d',0.0,1795527569.1108556,1795527569.132627,1795527569.1827688);
CREATE TABLE seats (
	"match" INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	"user" INTEGER,
	"session" TEXT,
	invitation TEXT,
	clock FLOAT,
	joined FLOAT,
	seen FLOAT,
	PRIMARY KEY ("match", seat),
	FOREIGN KEY("match") REFERENCES matches (id),
	FOREIGN KEY("user") REFERENCES users (id)
);
INSERT INTO "seats" VALUES(5,0,2,NULL,NULL,599.9936912059784,1795527569.2077427,1795527569.2077427);
CREATE TABLE sessions (
	hash TEXT NOT NULL,
	"user" INTEGER,
	created FLOAT NOT NULL,
	seen FLOAT NOT NULL,
	ends FLOAT NOT NULL,
	browser TEXT DEFAULT '' NOT NULL,
	PRIMARY KEY (hash),
	FOREIGN KEY("user") REFERENCES users (id)
);
INSERT INTO "sessions" VALUES('428466e489044795c7ee4778594b3c47dad1723deac1c710fc3adffbbfd599c5',2,1795527568.5331178,1795527568.5331178,1798119568.5331178,'Ann''s browser');
CREATE TABLE tables (
	"match" INTEGER NOT NULL,
	"user" INTEGER,
	"session" TEXT,
	invitation TEXT,
	clock FLOAT,
	increment FLOAT DEFAULT '0' NOT NULL,
	on_time TEXT DEFAULT 'forfeit' NOT NULL,
	step INTEGER DEFAULT '-1' NOT NULL,
	asked FLOAT,
	rated INTEGER DEFAULT '1' NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY ("match"),
	FOREIGN KEY("match") REFERENCES matches (id),
	FOREIGN KEY("user") REFERENCES users (id)
);
INSERT INTO "tables" VALUES(5,2,NULL,NULL,600.0,0.0,'forfeit',2,1795527569.2479267,1,1795527569.2077427);
CREATE TABLE tokens (
	hash TEXT NOT NULL,
	"user" INTEGER NOT NULL,
	label TEXT NOT NULL,
	created FLOAT NOT NULL,
	used FLOAT,
	PRIMARY KEY (hash),
	FOREIGN KEY("user") REFERENCES users (id)
);
INSERT INTO "tokens" VALUES('7f4fda655802e971cab780294c33d0ee4a714b90ae1a496687a64a40e1d5cbd9',2,'a script',1795527568.5321574,NULL);
CREATE TABLE entrants (
	ladder INTEGER NOT NULL,
	agent INTEGER NOT NULL,
	joined FLOAT NOT NULL,
	seconds FLOAT,
	lent FLOAT,
	PRIMARY KEY (ladder, agent),
	FOREIGN KEY(ladder) REFERENCES ladders (id),
	FOREIGN KEY(agent) REFERENCES agents (id)
);
INSERT INTO "entrants" VALUES(1,1,1795527568.6033158,0.08816783703135478,NULL);
INSERT INTO "entrants" VALUES(1,2,1795527568.6082284,0.00013822440627642152,NULL);
CREATE TABLE names (
	"key" TEXT NOT NULL,
	"user" INTEGER,
	agent INTEGER,
	PRIMARY KEY ("key"),
	FOREIGN KEY("user") REFERENCES users (id),
	FOREIGN KEY(agent) REFERENCES agents (id)
);
INSERT INTO "names" VALUES('rita',1,NULL);
INSERT INTO "names" VALUES('ann',2,NULL);
INSERT INTO "names" VALUES('fox',NULL,1);
INSERT INTO "names" VALUES('owl',NULL,2);
INSERT INTO "names" VALUES('randorn',NULL,3);
INSERT INTO "names" VALUES('reference',NULL,4);
CREATE TABLE versions (
	id INTEGER NOT NULL,
	agent INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	player TEXT NOT NULL,
	kind TEXT NOT NULL,
	"key" INTEGER,
	created FLOAT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (agent, nth),
	FOREIGN KEY(agent) REFERENCES agents (id),
	FOREIGN KEY("key") REFERENCES keys (id)
);
INSERT INTO "versions" VALUES(1,1,1,'random','built-in',NULL,1795527568.5408633);
INSERT INTO "versions" VALUES(2,1,2,'reference','built-in',NULL,1795527568.5494955);
INSERT INTO "versions" VALUES(3,2,1,'random','built-in',NULL,1795527568.5511072);
INSERT INTO "versions" VALUES(4,3,1,'random','built-in',NULL,1795527568.5791469);
INSERT INTO "versions" VALUES(5,4,1,'reference','built-in',NULL,1795527568.5853078);
CREATE TABLE lineup (
	"match" INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	agent INTEGER NOT NULL,
	version INTEGER NOT NULL,
	owner INTEGER NOT NULL,
	PRIMARY KEY ("match", seat),
	FOREIGN KEY("match") REFERENCES matches (id),
	FOREIGN KEY(agent) REFERENCES agents (id),
	FOREIGN KEY(version) REFERENCES versions (id)
);
INSERT INTO "lineup" VALUES(1,0,1,2,2);
INSERT INTO "lineup" VALUES(1,1,2,3,1);
INSERT INTO "lineup" VALUES(2,0,2,3,1);
INSERT INTO "lineup" VALUES(2,1,1,2,2);
INSERT INTO "lineup" VALUES(3,0,1,2,2);
INSERT INTO "lineup" VALUES(3,1,2,3,1);
INSERT INTO "lineup" VALUES(4,0,2,3,1);
INSERT INTO "lineup" VALUES(4,1,1,2,2);
CREATE TABLE trials (
	run INTEGER NOT NULL,
	version INTEGER NOT NULL,
	kind TEXT NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY (run),
	FOREIGN KEY(run) REFERENCES runs (number),
	FOREIGN KEY(version) REFERENCES versions (id)
);
INSERT INTO "trials" VALUES(3,2,'test',1795527569.264083);
CREATE INDEX agents_by_owner ON agents (owner);
CREATE INDEX allowances_by_owner ON allowances (owner, day);
CREATE INDEX leases_by_ladder ON leases (ladder, planned);
CREATE INDEX leases_open ON leases (ended, until);
CREATE INDEX lineup_by_agent ON lineup (agent, "match");
CREATE INDEX lineup_by_owner ON lineup (owner, "match");
CREATE INDEX matches_by_deal ON matches (run, deal);
CREATE INDEX matches_by_end ON matches (ended) WHERE ended IS NOT NULL;
CREATE INDEX matches_by_game ON matches (game, status, id);
CREATE INDEX matches_by_state ON matches (status, id);
CREATE INDEX matches_by_status ON matches (run, status, id);
CREATE INDEX notices_by_owner ON notices (owner, seen);
CREATE INDEX seats_by_user ON seats ("user");
CREATE INDEX sessions_by_user ON sessions ("user");
CREATE INDEX trials_by_version ON trials (version);
