CREATE TABLE agonist (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "agonist" VALUES('schema','19');
INSERT INTO "agonist" VALUES('alias key','31e2b494ab126cb11aae8e9c77160277640198356654980446f10d36c6a0031f');
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
INSERT INTO "runs" VALUES(1,'5b87d275','2026-11-23T12:09:00.068200+00:00','{"players":["vllm/tiny?history=full","random"],"opponents":[],"options":{},"seats":{},"sweep":"","profile":"","matches":2,"quick":false,"seed":1,"policy":null,"prompts":null,"specs":{"vllm/tiny?history=full":"vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full","random":"random"},"pairing":"round-robin","deals":"own","until":"","keep":"all","weights":{},"targets":["tictactoe"],"suites":{},"budget":{"usd":null,"tokens":null,"requests":6}}','partial','the budget of 6 requests is spent: $0.0000, 1,727 tokens, 6 requests; give a larger one and resume');
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
INSERT INTO "run_workers" VALUES(1,'vm:2026:9a1d05',1.79543574020448303222e+09,1.79543574098334074015e+09,1.79543574098515367506e+09,20.0,0,0.0,1727,6,0.0,0,0,0,'{"prompts":{"vllm/tiny?history=full":[1793,1039]},"answers":{"vllm/tiny?history=full":[1,0]}}');
CREATE TABLE run_rates (
	run INTEGER NOT NULL,
	endpoint TEXT NOT NULL,
	unit TEXT NOT NULL,
	full_at FLOAT NOT NULL,
	PRIMARY KEY (run, endpoint, unit),
	FOREIGN KEY(run) REFERENCES runs (number)
);
CREATE TABLE matches (
	id INTEGER NOT NULL,
	run INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	"key" TEXT NOT NULL,
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
INSERT INTO "matches" VALUES(1,1,0,'3ddb4c2f15e689c3','tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"1/34301b12/0","players":["vllm/tiny?history=full","random"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"vllm/tiny?history=full":"vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full"},"parent":{}}','finished','','[]',' [-1, 1]','[2,1]','[]','three in a line','[]',0.619155590000446,'',1.79543574088353323934e+09,'[[3,3],[0,0]]',-5960673104688698516,'[[0.0,0,3,859,501,15,0,0.07669053600693587,3,0,0.0,0,0.0,3,0,{},[3,0,0,0,0]]]','vm:2026:9a1d05',0,0);
INSERT INTO "matches" VALUES(2,1,1,'433e0422f8a99a25','tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"1/34301b12/1","players":["random","vllm/tiny?history=full"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"vllm/tiny?history=full":"vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full"},"parent":{}}','suspended','the budget of 6 requests is spent: $0.0000, 1,727 tokens, 6 requests; give a larger one and resume','[]','[]','[]','[]','','[]',0.0,'',NULL,NULL,NULL,NULL,'vm:2026:9a1d05',0,0);
CREATE TABLE steps (
	"match" INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	moves TEXT NOT NULL,
	fallback TEXT NOT NULL,
	probes TEXT NOT NULL,
	PRIMARY KEY ("match", nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "steps" VALUES(1,0,'{"0":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,1,'{"1":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,2,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,3,'{"1":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,4,'{"0":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,5,'{"1":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,0,'{"0":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,1,'{"1":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(2,2,'{"0":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,3,'{"1":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,4,'{"0":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(2,5,'{"1":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,6,'{"0":[2,1]}','[]','[]');
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
INSERT INTO "model_calls" VALUES(1,0,0,0,1,'','','as asked',1,213,0,5,0,0.0,5.76003239984856918454e-02,1,0,0,'{"kept":0,"text":"{\"cell\": \"(3, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,2,0,0,1,'','','as asked',1,288,213,5,0,0.0,3.65576799958944320678e-03,1,0,0,'{"kept":3,"text":"{\"cell\": \"(2, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,4,0,0,1,'','','as asked',1,358,288,5,0,0.0,1.54344440088607370853e-02,1,0,0,'{"kept":5,"text":"{\"cell\": \"(2, 3)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,1,0,1,1,'','','as asked',1,209,137,5,0,0.0,1.75913349958136677742e-02,1,0,0,'{"kept":0,"text":"{\"cell\": \"(1, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,3,0,1,1,'','','as asked',1,281,209,5,0,0.0,1.060419199347961694e-02,1,0,0,'{"kept":3,"text":"{\"cell\": \"(3, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,5,0,1,1,'','','as asked',1,348,281,5,0,0.0,1.9178693997673690319e-02,1,0,0,'{"kept":5,"text":"{\"cell\": \"(1, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
CREATE TABLE prompts (
	run INTEGER NOT NULL,
	digest TEXT NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (run, digest),
	FOREIGN KEY(run) REFERENCES runs (number)
);
INSERT INTO "prompts" VALUES(1,'5801284bce6a7b1601d3c167','"You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 places X and moves first; Player 2 places O. The players take turns. On your turn, you mark one free cell.\n- The first player with three of their own marks in a line (a row, a column or a diagonal) wins.\n- If all nine cells are marked and nobody has three in a line, the game is a draw.\n\nA cell is written (row, column). Rows are numbered from 1 at the top, columns from 1 on the left: (1, 1) is the top left cell, (3, 1) the bottom left one."');
CREATE TABLE sent_messages (
	"match" INTEGER NOT NULL,
	step INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	messages TEXT NOT NULL,
	PRIMARY KEY ("match", step, nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "sent_messages" VALUES(1,0,0,'[["system","You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 places X and moves first; Player 2 places O. The players take turns. On your turn, you mark one free cell.\n- The first player with three of their own marks in a line (a row, a column or a diagonal) wins.\n- If all nine cells are marked and nobody has three in a line, the game is a draw.\n\nA cell is written (row, column). Rows are numbered from 1 at the top, columns from 1 on the left: (1, 1) is the top left cell, (3, 1) the bottom left one."],["user","No cell has been marked yet.\n\nBoard:\n| _ | _ | _ |\n| _ | _ | _ |\n| _ | _ | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(1,2,0,'[["user","Last move: O at (1, 2).\n\nBoard:\n| _ | O | _ |\n| _ | _ | _ |\n| _ | X | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 1)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(1,4,0,'[["user","Last move: O at (1, 3).\n\nBoard:\n| _ | O | O |\n| _ | X | _ |\n| _ | X | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(2, 1)\", \"(2, 3)\", \"(3, 1)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(2,1,0,'[["system",["5801284bce6a7b1601d3c167"]],["user","Last move: X at (2, 3).\n\nBoard:\n| _ | _ | _ |\n| _ | _ | X |\n| _ | _ | _ |\n\nYou play O. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(2,3,0,'[["user","Last move: X at (1, 3).\n\nBoard:\n| _ | O | X |\n| _ | _ | X |\n| _ | _ | _ |\n\nYou play O. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(2, 1)\", \"(2, 2)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(2,5,0,'[["user","Last move: X at (3, 2).\n\nBoard:\n| _ | O | X |\n| _ | _ | X |\n| O | X | _ |\n\nYou play O. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(2, 1)\", \"(2, 2)\", \"(3, 3)\""]]');
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
CREATE INDEX matches_by_game ON matches (game, status, id);
CREATE INDEX matches_by_state ON matches (status, id);
CREATE INDEX matches_by_deal ON matches (run, deal);
CREATE INDEX matches_by_status ON matches (run, status, id);
CREATE INDEX matches_by_end ON matches (ended);
CREATE INDEX model_calls_in_numbers ON model_calls ("match", seat, error, probe, step, request, prompt, cached, completion, reasoning, cost, seconds, tries, from_cache, estimated, attempt, form);
