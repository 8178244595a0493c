CREATE TABLE agonist (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "agonist" VALUES('schema','2');
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
INSERT INTO "runs" VALUES(1,'31228221','2026-11-23T11:47:59.785118+00:00','{"players":["vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full","random"],"opponents":[],"options":{},"seats":{},"sweep":"","profile":"","matches":2,"quick":false,"seed":1,"policy":null,"prompts":null,"targets":["tictactoe"],"suites":{},"budget":{"usd":null,"tokens":null,"requests":6}}','partial','the budget of 6 requests is spent: $0.0000, 1,956 tokens, 6 requests; give a larger one and resume');
CREATE TABLE matches (
	id INTEGER NOT NULL,
	run INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	"key" TEXT NOT NULL,
	game TEXT NOT NULL,
	fixture TEXT NOT NULL,
	status TEXT NOT NULL,
	error TEXT NOT NULL,
	forfeit INTEGER,
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
INSERT INTO "matches" VALUES(1,1,0,'ed828499de2c4ffe','tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"1/0","players":["vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full","random"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null},"prompts":"27c1448278e7","block":"tictactoe/0/0","part":"tictactoe","wording":"","probes":[],"script":{},"style":{}}','finished','',NULL,' [-1, 1]','[2,1]','[]','three in a line','[]',7.85648998862598091363e-03);
INSERT INTO "matches" VALUES(2,1,1,'c1de9fddf8588570','tictactoe','{"game":"tictactoe","version":1,"options":{"seats":2},"seed":"1/0","players":["random","vllm/tiny?base_url=http://127.0.0.1:9/v1&history=full"],"policy":{"retries":2,"feedback":true,"then":"random","seconds":null},"prompts":"27c1448278e7","block":"tictactoe/0/0","part":"tictactoe","wording":"","probes":[],"script":{},"style":{}}','suspended','the budget of 6 requests is spent: $0.0000, 1,956 tokens, 6 requests; give a larger one and resume',NULL,'[]','[]','[]','','[]',0.0);
CREATE TABLE steps (
	"match" INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	moves TEXT NOT NULL,
	fallback TEXT NOT NULL,
	probes TEXT NOT NULL,
	PRIMARY KEY ("match", nth),
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "steps" VALUES(1,0,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(1,1,'{"1":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,2,'{"0":[1,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,3,'{"1":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(1,4,'{"0":[2,1]}','[]','[]');
INSERT INTO "steps" VALUES(1,5,'{"1":[2,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,6,'{"0":[1,2]}','[]','[]');
INSERT INTO "steps" VALUES(1,7,'{"1":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,0,'{"0":[3,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,1,'{"1":[1,1]}','[]','[]');
INSERT INTO "steps" VALUES(2,2,'{"0":[3,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,3,'{"1":[2,3]}','[]','[]');
INSERT INTO "steps" VALUES(2,4,'{"0":[2,2]}','[]','[]');
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
INSERT INTO "model_calls" VALUES(1,0,0,0,1,'','',1,220,0,5,0,0.0,2.20141600584611296653e-03,1,0,'{"sent":[["system","You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 marks with X and moves first; Player 2 marks with O. You take turns, one free cell a turn.\n- Whoever first has three of his own marks in one line (a row, a column or a diagonal) wins.\n- When all nine cells are marked and nobody has such a line, the game is a draw.\n\nA cell is written (row, column): rows are counted from 1 at the top, columns from 1 at the left. (1, 1) is the top left cell, (3, 1) the bottom left one."],["user","No cell is marked yet.\n\nThe board:\n| _ | _ | _ |\n| _ | _ | _ |\n| _ | _ | _ |\n\nYou play X, and it is your turn. Which cell do you mark? Win if you can, and do not let your opponent win.\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 1)\", \"(3, 2)\", \"(3, 3)\""]],"kept":0,"text":"{\"cell\": \"(3, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,2,0,0,1,'','',1,310,220,5,0,0.0,5.85845002206042408943e-04,1,0,'{"sent":[["user","The last move: O at (2, 3).\n\nThe board:\n| _ | _ | _ |\n| _ | _ | O |\n| X | _ | _ |\n\nYou play X, and it is your turn. Which cell do you mark? Win if you can, and do not let your opponent win.\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(3, 2)\", \"(3, 3)\""]],"kept":3,"text":"{\"cell\": \"(1, 3)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,4,0,0,1,'','',1,395,310,5,0,0.0,4.96221007779240608215e-04,1,0,'{"sent":[["user","The last move: O at (3, 3).\n\nThe board:\n| _ | _ | X |\n| _ | _ | O |\n| X | _ | O |\n\nYou play X, and it is your turn. Which cell do you mark? Win if you can, and do not let your opponent win.\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(2, 1)\", \"(2, 2)\", \"(3, 2)\""]],"kept":5,"text":"{\"cell\": \"(2, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(1,6,0,0,1,'','',1,475,395,5,0,0.0,4.34118002885952591896e-04,1,0,'{"sent":[["user","The last move: O at (2, 2).\n\nThe board:\n| _ | _ | X |\n| X | O | O |\n| X | _ | O |\n\nYou play X, and it is your turn. Which cell do you mark? Win if you can, and do not let your opponent win.\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(3, 2)\""]],"kept":7,"text":"{\"cell\": \"(1, 2)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,1,0,1,1,'','',1,219,131,5,0,0.0,3.86878004064783453941e-04,1,0,'{"sent":[["system","You are playing Tic-Tac-Toe against one opponent on a grid of three rows and three columns.\n\n- Player 1 marks with X and moves first; Player 2 marks with O. You take turns, one free cell a turn.\n- Whoever first has three of his own marks in one line (a row, a column or a diagonal) wins.\n- When all nine cells are marked and nobody has such a line, the game is a draw.\n\nA cell is written (row, column): rows are counted from 1 at the top, columns from 1 at the left. (1, 1) is the top left cell, (3, 1) the bottom left one."],["user","The last move: X at (3, 1).\n\nThe board:\n| _ | _ | _ |\n| _ | _ | _ |\n| X | _ | _ |\n\nYou play O, and it is your turn. Which cell do you mark? Win if you can, and do not let your opponent win.\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 1)\", \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 2)\", \"(3, 3)\""]],"kept":0,"text":"{\"cell\": \"(1, 1)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
INSERT INTO "model_calls" VALUES(2,3,0,1,1,'','',1,307,219,5,0,0.0,3.55630996637046337127e-04,1,0,'{"sent":[["user","The last move: X at (3, 3).\n\nThe board:\n| O | _ | _ |\n| _ | _ | _ |\n| X | _ | X |\n\nYou play O, and it is your turn. Which cell do you mark? Win if you can, and do not let your opponent win.\n\nAnswer with one JSON object and nothing else, with these keys:\n- \"cell\": one of \"(1, 2)\", \"(1, 3)\", \"(2, 1)\", \"(2, 2)\", \"(2, 3)\", \"(3, 2)\""]],"kept":3,"text":"{\"cell\": \"(2, 3)\"}","finish":"stop","model":"tiny","settings":{},"complaint":""}',NULL);
CREATE INDEX matches_by_status ON matches (run, status);
CREATE INDEX matches_by_game ON matches (game, status);
CREATE INDEX model_calls_in_numbers ON model_calls ("match", seat, error, probe, step, request, prompt, cached, completion, reasoning, cost, seconds, tries, from_cache);
