CREATE TABLE agonist (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "agonist" VALUES('schema','20');
INSERT INTO "agonist" VALUES('alias key','fa45ae652fe825c3a5ffafbd93157aa6610905462b0a4d45e21c649890a7535d');
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
INSERT INTO "runs" VALUES(1,'f1672515','2026-11-24T14:11:03.899506+00:00','{"players":["tiny"],"opponents":["random"],"options":{},"seats":{},"sweep":"","profile":"","matches":2,"quick":false,"seed":0,"policy":null,"prompts":null,"specs":{"tiny":"vllm/tiny?history=full","random":"random"},"pairing":"round-robin","deals":"own","until":"","keep":"all","weights":{},"targets":["tictactoe"],"suites":{},"budget":{"usd":null,"tokens":null,"requests":6}}','partial','the budget of 6 requests is spent: $0.0000, 2,004 tokens, 6 requests; give a larger one and resume');
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
INSERT INTO "run_workers" VALUES(1,'vm:13551:56de9a',1.79552946404380536077e+09,1.79552946483855366708e+09,1.79552946485341978076e+09,20.0,0,0.0,2004,6,0.0,0,0,0,'{"prompts":{"tiny":[2102,1362]},"answers":{"tiny":[1,0]}}');
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
INSERT INTO "matches" VALUES(1,1,0,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"0/898b210f/0","players":["tiny","random"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"tiny":"vllm/tiny?history=full"},"parent":{}}','finished','','[]',' [0, 0]','[1,1]','[]','the board is full','[]',5.92581509000410733278e-01,'',1.79552946469919800761e+09,'[[5,4],[0,0]]',2209430722909676599,'[[0.0,0,5,1765,1282,25,0,0.08111847500003933,5,0,0.0,0,0.0,5,0,{},[5,0,0,0,0]]]','vm:13551:56de9a',0,0);
INSERT INTO "matches" VALUES(2,1,1,'tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"0/898b210f/1","players":["random","tiny"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"tiny":"vllm/tiny?history=full"},"parent":{}}','suspended','the budget of 6 requests is spent: $0.0000, 2,004 tokens, 6 requests; give a larger one and resume','[]','[]','[]','[]','','[]',0.0,'',NULL,NULL,NULL,NULL,'vm:13551:56de9a',0,0);
CREATE TABLE steps (
	"match" INTEGER NOT NULL, 
	nth INTEGER NOT NULL, 
	moves TEXT NOT NULL, 
	fallback TEXT NOT NULL, 
	probes TEXT NOT NULL, 
	PRIMARY KEY ("match", nth), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "steps" VALUES(1,0,'{"0":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,1,'{"1":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(1,2,'{"0":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(1,3,'{"1":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,4,'{"0":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,5,'{"1":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,6,'{"0":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,7,'{"1":[3,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,8,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,0,'{"0":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,1,'{"1":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,2,'{"0":[1,2]}','[]','[]');
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
INSERT INTO "model_calls" VALUES(1,0,0,0,1,'','','as asked',1,213,0,5,0,0.0,2.11887509999542089644e-02,1,0,0,'{"kept":0,"text":"{\"cell\": \"(2, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,2,0,0,1,'','','as asked',1,288,213,5,0,0.0,1.27053010000963695347e-02,1,0,0,'{"kept":3,"text":"{\"cell\": \"(2, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,4,0,0,1,'','','as asked',1,358,288,5,0,0.0,1.85875309998664306476e-02,1,0,0,'{"kept":5,"text":"{\"cell\": \"(3, 3)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,6,0,0,1,'','','as asked',1,423,358,5,0,0.0,0.00800708199994915,1,0,0,'{"kept":7,"text":"{\"cell\": \"(1, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,8,0,0,1,'','','as asked',1,483,423,5,0,0.0,2.06298100001731654629e-02,1,0,0,'{"kept":9,"text":"{\"cell\": \"(3, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,1,0,1,1,'','','as asked',1,209,137,5,0,0.0,4.96038719998068700078e-02,1,0,0,'{"kept":0,"text":"{\"cell\": \"(3, 3)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
CREATE TABLE sent_messages (
	"match" INTEGER NOT NULL, 
	step INTEGER NOT NULL, 
	nth INTEGER NOT NULL, 
	messages TEXT NOT NULL, 
	PRIMARY KEY ("match", step, nth), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "sent_messages" VALUES(1,0,0,'[["system","You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 places X and moves first; Player 2 places O. The players take turns. On your turn, you mark one free cell.\n- The first player with three of their own marks in a line (a row, a column or a diagonal) wins.\n- If all nine cells are marked and nobody has three in a line, the game is a draw.\n\nA cell is written (row, column). Rows are numbered from 1 at the top, columns from 1 on the left: (1, 1) is the top left cell, (3, 1) the bottom left one."],["user","No cell has been marked yet.\n\nBoard:\n| _ | _ | _ |\n| _ | _ | _ |\n| _ | _ | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(1,2,0,'[["user","Last move: O at (1, 1).\n\nBoard:\n| O | _ | _ |\n| _ | X | _ |\n| _ | _ | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 3)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(1,4,0,'[["user","Last move: O at (2, 3).\n\nBoard:\n| O | _ | _ |\n| X | X | O |\n| _ | _ | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 2)\", \"(1, 3)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]]');
INSERT INTO "sent_messages" VALUES(1,6,0,'[["user","Last move: O at (1, 3).\n\nBoard:\n| O | _ | O |\n| X | X | O |\n| _ | _ | X |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 2)\", \"(3, 1)\", \"(3, 2)\""]]');
INSERT INTO "sent_messages" VALUES(1,8,0,'[["user","Last move: O at (3, 2).\n\nBoard:\n| O | X | O |\n| X | X | O |\n| _ | O | X |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(3, 1)\""]]');
INSERT INTO "sent_messages" VALUES(2,1,0,'[["system",["5801284bce6a7b1601d3c167"]],["user","Last move: X at (2, 1).\n\nBoard:\n| _ | _ | _ |\n| X | _ | _ |\n| _ | _ | _ |\n\nYou play O. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 2)\", \"(2, 3)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]]');
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
CREATE TABLE prompts (
	run INTEGER NOT NULL, 
	digest TEXT NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (run, digest), 
	FOREIGN KEY(run) REFERENCES runs (number)
);
INSERT INTO "prompts" VALUES(1,'5801284bce6a7b1601d3c167','"You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 places X and moves first; Player 2 places O. The players take turns. On your turn, you mark one free cell.\n- The first player with three of their own marks in a line (a row, a column or a diagonal) wins.\n- If all nine cells are marked and nobody has three in a line, the game is a draw.\n\nA cell is written (row, column). Rows are numbered from 1 at the top, columns from 1 on the left: (1, 1) is the top left cell, (3, 1) the bottom left one."');
CREATE INDEX matches_by_end ON matches (ended) WHERE ended IS NOT NULL;
CREATE INDEX matches_by_status ON matches (run, status, id);
