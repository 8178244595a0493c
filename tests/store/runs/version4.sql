CREATE TABLE agonist (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "agonist" VALUES('schema','4');
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
INSERT INTO "runs" VALUES(1,'add443fc','2026-11-23T11:48:16.475774+00:00','{"players":["vllm/tiny?history=full","random"],"opponents":[],"options":{},"seats":{},"sweep":"","profile":"","matches":2,"quick":false,"seed":1,"policy":null,"prompts":null,"specs":{"vllm/tiny?history=full":"vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full","random":"random"},"pairing":"round-robin","deals":"own","until":"","targets":["tictactoe"],"suites":{},"budget":{"usd":null,"tokens":null,"requests":6}}','partial','the budget of 6 requests is spent: $0.0000, 1,727 tokens, 6 requests; give a larger one and resume');
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
	PRIMARY KEY (id),
	UNIQUE (run, nth),
	FOREIGN KEY(run) REFERENCES runs (number)
);
INSERT INTO "matches" VALUES(1,1,0,'3ddb4c2f15e689c3','tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"1/34301b12/0","players":["vllm/tiny?history=full","random"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"vllm/tiny?history=full":"vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full"}}','finished','','[]',' [-1, 1]','[2,1]','[]','three in a line','[]',6.37476699193939566612e-03);
INSERT INTO "matches" VALUES(2,1,1,'433e0422f8a99a25','tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"1/34301b12/1","players":["random","vllm/tiny?history=full"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null,"illegal":"invalid"},"prompts":"dd945a08f33e","block":"","part":"tictactoe","wording":"","probes":[],"script":{},"style":{},"specs":{"vllm/tiny?history=full":"vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full"}}','suspended','the budget of 6 requests is spent: $0.0000, 1,727 tokens, 6 requests; give a larger one and resume','[]','[]','[]','[]','','[]',0.0);
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
	request INTEGER NOT NULL,
	prompt INTEGER NOT NULL,
	cached INTEGER NOT NULL,
	completion INTEGER NOT NULL,
	reasoning INTEGER NOT NULL,
	cost FLOAT,
	seconds FLOAT NOT NULL,
	tries INTEGER NOT NULL,
	from_cache INTEGER NOT NULL,
	words TEXT NOT NULL,
	logprobs TEXT,
	PRIMARY KEY ("match", step, nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "model_calls" VALUES(1,0,0,0,1,'','',1,213,213,5,0,0.0,2.1402050042524933815e-03,1,0,'{"sent":[["system","You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 places X and moves first; Player 2 places O. The players take turns. On your turn, you mark one free cell.\n- The first player with three of their own marks in a line (a row, a column or a diagonal) wins.\n- If all nine cells are marked and nobody has three in a line, the game is a draw.\n\nA cell is written (row, column). Rows are numbered from 1 at the top, columns from 1 on the left: (1, 1) is the top left cell, (3, 1) the bottom left one."],["user","No cell has been marked yet.\n\nBoard:\n| _ | _ | _ |\n| _ | _ | _ |\n| _ | _ | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]],"kept":0,"text":"{\"cell\": \"(3, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,2,0,0,1,'','',1,288,288,5,0,0.0,6.33825999102555215358e-04,1,0,'{"sent":[["user","Last move: O at (1, 2).\n\nBoard:\n| _ | O | _ |\n| _ | _ | _ |\n| _ | X | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 1)\", \"(3, 3)\""]],"kept":3,"text":"{\"cell\": \"(2, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,4,0,0,1,'','',1,358,358,5,0,0.0,5.52504992811009287834e-04,1,0,'{"sent":[["user","Last move: O at (1, 3).\n\nBoard:\n| _ | O | O |\n| _ | X | _ |\n| _ | X | _ |\n\nYou play X. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(2, 1)\", \"(2, 3)\", \"(3, 1)\", \"(3, 3)\""]],"kept":5,"text":"{\"cell\": \"(2, 3)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,1,0,1,1,'','',1,209,209,5,0,0.0,4.43322001956403255462e-04,1,0,'{"sent":[["system","You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 places X and moves first; Player 2 places O. The players take turns. On your turn, you mark one free cell.\n- The first player with three of their own marks in a line (a row, a column or a diagonal) wins.\n- If all nine cells are marked and nobody has three in a line, the game is a draw.\n\nA cell is written (row, column). Rows are numbered from 1 at the top, columns from 1 on the left: (1, 1) is the top left cell, (3, 1) the bottom left one."],["user","Last move: X at (2, 3).\n\nBoard:\n| _ | _ | _ |\n| _ | _ | X |\n| _ | _ | _ |\n\nYou play O. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]],"kept":0,"text":"{\"cell\": \"(1, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,3,0,1,1,'','',1,281,281,5,0,0.0,4.05986007535830140113e-04,1,0,'{"sent":[["user","Last move: X at (1, 3).\n\nBoard:\n| _ | O | X |\n| _ | _ | X |\n| _ | _ | _ |\n\nYou play O. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(2, 1)\", \"(2, 2)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]],"kept":3,"text":"{\"cell\": \"(3, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,5,0,1,1,'','',1,348,348,5,0,0.0,4.93187006213702261447e-04,1,0,'{"sent":[["user","Last move: X at (3, 2).\n\nBoard:\n| _ | O | X |\n| _ | _ | X |\n| O | X | _ |\n\nYou play O. It is your turn. Which cell do you mark?\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(2, 1)\", \"(2, 2)\", \"(3, 3)\""]],"kept":5,"text":"{\"cell\": \"(1, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
CREATE INDEX matches_by_status ON matches (run, status);
CREATE INDEX matches_by_game ON matches (game, status);
CREATE INDEX model_calls_in_numbers ON model_calls ("match", seat, error, probe, step, request, prompt, cached, completion, reasoning, cost, seconds, tries, from_cache);
