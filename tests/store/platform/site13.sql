CREATE TABLE agonist (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "agonist" VALUES('schema','20');
INSERT INTO "agonist" VALUES('platform','13');
INSERT INTO "agonist" VALUES('alias key','04464c04adfa157a95391e17e385c25ffae1932d59e6ad113c75bf3b3014b456');
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
INSERT INTO "runs" VALUES(1,'6dfea0bc','2026-11-24T13:39:18.667123+00:00','{"players":[],"opponents":[],"options":{},"seats":{},"sweep":"","profile":"","matches":null,"quick":false,"seed":0,"policy":null,"prompts":null,"specs":{},"pairing":"round-robin","deals":"own","until":"","keep":"all","weights":{},"targets":["tictactoe"],"suites":{},"ladder":"Daily"}','running','');
INSERT INTO "runs" VALUES(2,'66a96626','2026-11-24T13:39:19.305350+00:00',' {"players": ["human", "reference"], "opponents": [], "options": {}, "seats": {"0": "human", "1": "reference"}, "sweep": "", "profile": "", "matches": 1, "quick": false, "seed": 296751924222519993695071198569761119238, "policy": null, "prompts": null, "specs": {"human": "human", "reference": "reference"}, "pairing": "round-robin", "deals": "own", "until": "", "keep": "all", "weights": {}, "targets": ["tictactoe"], "suites": {}}','interrupted','Player 1 is asked in the browser');
INSERT INTO "runs" VALUES(3,'3bf9f0cc','2026-11-24T13:39:19.411007+00:00',' {"players": ["Fox v2", "random"], "opponents": [], "options": {}, "seats": {}, "sweep": "", "profile": "", "matches": 1, "quick": false, "seed": 263501815488146555457597248338083609139, "policy": null, "prompts": null, "specs": {"Fox v2": "reference", "random": "random"}, "pairing": "round-robin", "deals": "own", "until": "", "keep": "all", "weights": {}, "targets": ["tictactoe"], "suites": {}}','running','');
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
INSERT INTO "matches" VALUES(1,1,0,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"116549744787861961440937134864282998887","players":["Fox v2","Owl"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Fox v2":"reference","Owl":"random"},"parent":{}}','finished','','[]',' [1, -1]','[1,2]','[]','three in a line','[]',0.3061464509999041,'',1795527559.0988362,'[[3,2],[0,0]]',5007903775256513495,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(2,1,1,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"313808594238202076427581798123589411117","players":["Owl","Fox v2"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Owl":"random","Fox v2":"reference"},"parent":{}}','finished','','[]',' [0, 0]','[1,1]','[]','the board is full','[]',0.16235304099996029,'',1795527558.9571638,'[[5,4],[0,0]]',-2672468962105817010,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(3,1,2,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"285713905725439401197464901811835464838","players":["Fox v2","Owl"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Fox v2":"reference","Owl":"random"},"parent":{}}','finished','','[]',' [1, -1]','[1,2]','[]','three in a line','[]',0.002844702000061261,'',1795527559.134823,'[[5,4],[0,0]]',515510239930773884,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(4,1,3,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"133723135982274928174072455279979684910","players":["Owl","Fox v2"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Owl":"random","Fox v2":"reference"},"parent":{}}','finished','','[]',' [-1, 1]','[2,1]','[]','three in a line','[]',0.005600851999929546,'',1795527559.2536266,'[[4,4],[0,0]]',7938194544156040264,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(5,1,4,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"301514205294883394800507370931494144216","players":["Owl","Fox v2"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Owl":"random","Fox v2":"reference"},"parent":{}}','finished','','[]',' [0, 0]','[1,1]','[]','the board is full','[]',0.005431300000054762,'',1795527559.2538078,'[[5,4],[0,0]]',-5070152525497827758,'[]',NULL,0,0);
INSERT INTO "matches" VALUES(6,1,5,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"48770537066720475757086801007087320902","players":["Fox v2","Owl"],"policy":{"retries":2,"feedback":true,"then":"forfeit","seconds":120.0,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Fox v2":"reference","Owl":"random"},"parent":{}}','planned','','[]','[]','[]','[]','','[]',0.0,'',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "matches" VALUES(7,2,0,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"296751924222519993695071198569761119238","players":["Ann","reference"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Ann":"human"},"parent":{}}','suspended','Player 1 is asked in the browser','[]','[]','[]','[]','','[]',0.0,'',NULL,NULL,NULL,NULL,NULL,0,0);
INSERT INTO "matches" VALUES(8,3,0,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"263501815488146555457597248338083609139","players":["Fox v2","random"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"Fox v2":"reference"},"parent":{}}','planned','','[]','[]','[]','[]','','[]',0.0,'',NULL,NULL,NULL,NULL,NULL,0,0);
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
INSERT INTO "steps" VALUES(2,0,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(2,1,'{"1":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,2,'{"0":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,3,'{"1":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,4,'{"0":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,5,'{"1":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(2,6,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,7,'{"1":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,8,'{"0":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,0,'{"0":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,1,'{"1":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,2,'{"0":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,3,'{"1":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,4,'{"0":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(3,0,'{"0":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(3,1,'{"1":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(3,2,'{"0":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(3,3,'{"1":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(3,4,'{"0":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(3,5,'{"1":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(3,6,'{"0":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(3,7,'{"1":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(3,8,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(4,0,'{"0":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(5,0,'{"0":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(4,1,'{"1":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(5,1,'{"1":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(4,2,'{"0":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(5,2,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(4,3,'{"1":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(5,3,'{"1":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(4,4,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(5,4,'{"0":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(4,5,'{"1":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(5,5,'{"1":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(4,6,'{"0":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(5,6,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(4,7,'{"1":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(5,7,'{"1":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(5,8,'{"0":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(7,0,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(7,1,'{"1":[3,3]}','[]','[]');
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
INSERT INTO "answers" VALUES(7,0,0,'','1:nonce-12345','[2,2]');
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
INSERT INTO "ladders" VALUES(1,'Daily','tictactoe',1,'open','{"at_once":2,"a_day":50,"owner_at_once":8,"owner_a_day":1000,"dollars_a_match":0.25,"dollars_a_day":5.0,"seconds":120.0,"retries":2,"person_a_day":50,"deals":1}',1795527558.6724536);
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
INSERT INTO "notices" VALUES(1,2,1795527559.4323366,'Fox was paused.','',0);
CREATE TABLE spending (
	owner INTEGER NOT NULL,
	day TEXT NOT NULL,
	dollars FLOAT NOT NULL,
	matches INTEGER NOT NULL,
	PRIMARY KEY (owner, day)
);
INSERT INTO "spending" VALUES(1,'2026-11-24',0.0,5);
INSERT INTO "spending" VALUES(2,'2026-11-24',0.0,5);
CREATE TABLE users (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	folded TEXT NOT NULL,
	password TEXT NOT NULL,
	role TEXT NOT NULL,
	created FLOAT NOT NULL,
	blocked TEXT DEFAULT '' NOT NULL,
	dollars_a_day FLOAT,
	PRIMARY KEY (id),
	UNIQUE (folded)
);
INSERT INTO "users" VALUES(1,'Rita','rita','$argon2id$v=19$m=8,t=1,p=1$956hmJ8velDedoxVR65tYg$rstAkBqtbZrjL11OriUXnK9BBrJMHSNxSu3p58MzcpM','admin',1795527558.5599263,'',NULL);
INSERT INTO "users" VALUES(2,'Ann','ann','$argon2id$v=19$m=8,t=1,p=1$IETZoh/nzF1NJsz2WOTfYg$oHmXDqWTwSd/xPHKT69k14NxyHEIkqcvDNwEtGoLCoQ','member',1795527558.583719,'',NULL);
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
INSERT INTO "agents" VALUES(1,'Fox','fox',2,'About my fox.','','',1,0,'online','',0,NULL,0.019410371780395508,1795527558.629567);
INSERT INTO "agents" VALUES(2,'Owl','owl',1,'','','',0,0,'online','',0,NULL,0.012333869934082031,1795527558.6390283);
INSERT INTO "agents" VALUES(3,'random','random',NULL,'Gives a random legal answer; all are equally likely.','','',1,1,'online','',0,NULL,NULL,1795527558.6642926);
INSERT INTO "agents" VALUES(4,'reference','reference',NULL,'The best simple player known for each game.','','',1,1,'online','',0,NULL,NULL,1795527558.6658516);
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
INSERT INTO "keys" VALUES(1,2,'mine','gAAAAABrBZOGOsqbFBsDCQZdTQhEz5INO25mfXDqMEFb9Kuze6w-4r0mVwr6OCvCQVyLJU1iPTnHJnKL8CY7omr-wqMJPXhetGTDcwfkvp6KFK6hrdQla_o=',1795527558.625063);
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
INSERT INTO "leases" VALUES(1,1,1,'worker:1:85171b',0.0,1795527558.7421796,1795527558.7639775,1795527559.1399627);
INSERT INTO "leases" VALUES(2,1,1,'worker:1:85171b',0.0,1795527558.7421796,1795527558.7639775,1795527558.9972095);
INSERT INTO "leases" VALUES(3,1,1,'worker:1:85171b',0.0,1795527559.0755098,1795527559.11614,1795527559.1505694);
INSERT INTO "leases" VALUES(4,1,1,'worker:1:85171b',0.0,1795527559.0755098,1795527559.2185698,1795527559.282833);
INSERT INTO "leases" VALUES(5,1,1,'worker:1:85171b',0.0,1795527559.2023883,1795527559.2185698,1795527559.289685);
INSERT INTO "leases" VALUES(6,1,0,'',0.0,1795527559.2023883,NULL,NULL);
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
INSERT INTO "seats" VALUES(7,0,2,NULL,NULL,599.98845744133,1795527559.324267,1795527559.324267);
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
INSERT INTO "sessions" VALUES('428466e489044795c7ee4778594b3c47dad1723deac1c710fc3adffbbfd599c5',2,1795527558.628528,1795527558.628528,1798119558.628528,'Ann''s browser');
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
INSERT INTO "tables" VALUES(7,2,NULL,NULL,600.0,0.0,'forfeit',2,1795527559.398737,1,1795527559.324267);
CREATE TABLE tokens (
	hash TEXT NOT NULL,
	"user" INTEGER NOT NULL,
	label TEXT NOT NULL,
	created FLOAT NOT NULL,
	used FLOAT,
	PRIMARY KEY (hash),
	FOREIGN KEY("user") REFERENCES users (id)
);
INSERT INTO "tokens" VALUES('7f4fda655802e971cab780294c33d0ee4a714b90ae1a496687a64a40e1d5cbd9',2,'a script',1795527558.6279356,NULL);
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
INSERT INTO "entrants" VALUES(1,1,1795527558.6781757,0.06832845301958823,NULL);
INSERT INTO "entrants" VALUES(1,2,1795527558.6852522,8.278237893888374e-05,NULL);
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
INSERT INTO "versions" VALUES(1,1,1,'random','built-in',NULL,1795527558.6310701);
INSERT INTO "versions" VALUES(2,1,2,'reference','built-in',NULL,1795527558.6386657);
INSERT INTO "versions" VALUES(3,2,1,'random','built-in',NULL,1795527558.6440446);
INSERT INTO "versions" VALUES(4,3,1,'random','built-in',NULL,1795527558.665343);
INSERT INTO "versions" VALUES(5,4,1,'reference','built-in',NULL,1795527558.66655);
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
INSERT INTO "lineup" VALUES(5,0,2,3,1);
INSERT INTO "lineup" VALUES(5,1,1,2,2);
INSERT INTO "lineup" VALUES(6,0,1,2,2);
INSERT INTO "lineup" VALUES(6,1,2,3,1);
CREATE TABLE trials (
	run INTEGER NOT NULL,
	version INTEGER NOT NULL,
	kind TEXT NOT NULL,
	created FLOAT NOT NULL,
	PRIMARY KEY (run),
	FOREIGN KEY(run) REFERENCES runs (number),
	FOREIGN KEY(version) REFERENCES versions (id)
);
INSERT INTO "trials" VALUES(3,2,'test',1795527559.4279246);
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
