-- What the host kept in schema 2: a match in play with an open question, one that was given up, one in
-- play, a lobby with an invitation, and one played to its end. The names in braces stand for ids.
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE channels (
    channel_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (channel_id, key)
) WITHOUT ROWID;
CREATE TABLE consents (
    proposal_id INTEGER NOT NULL REFERENCES proposals (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (proposal_id, user_id)
) WITHOUT ROWID;
CREATE TABLE invitations (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
) WITHOUT ROWID;
INSERT INTO "invitations" VALUES(4,{ben});
CREATE TABLE log (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seq)
) WITHOUT ROWID;
INSERT INTO "log" VALUES(1,1,'act',0,'worm:w',1767225000);
INSERT INTO "log" VALUES(1,2,'act',1,'boat:rww',1767225000);
INSERT INTO "log" VALUES(1,3,'act',1,'flip:C2:b',1767225000);
INSERT INTO "log" VALUES(1,4,'act',1,'flip:B1:g',1767225000);
INSERT INTO "log" VALUES(1,5,'act',1,'take:B1:y',1767225000);
INSERT INTO "log" VALUES(1,6,'act',1,'flip:B2:y',1767225000);
INSERT INTO "log" VALUES(1,7,'act',1,'take:B2:p>1',1767225000);
INSERT INTO "log" VALUES(1,8,'act',1,'end',1767225000);
INSERT INTO "log" VALUES(1,9,'act',1,'worm:-',1767225000);
INSERT INTO "log" VALUES(2,1,'act',1,'play:4:237k>3',1767225000);
INSERT INTO "log" VALUES(2,2,'act',2,'play:2:45>5',1767225000);
INSERT INTO "log" VALUES(2,3,'act',0,'play:3:58q2t>t',1767225000);
INSERT INTO "log" VALUES(2,4,'act',1,'play:2:5t>t',1767225000);
INSERT INTO "log" VALUES(2,5,'act',2,'seed',1767225000);
INSERT INTO "log" VALUES(2,6,'resign',2,'',1767225000);
INSERT INTO "log" VALUES(3,1,'act',0,'die:v6',1767225000);
INSERT INTO "log" VALUES(3,2,'act',0,'reef:6',1767225000);
INSERT INTO "log" VALUES(3,3,'act',1,'die:b3',1767225000);
INSERT INTO "log" VALUES(3,4,'act',0,'die:v6',1767225000);
INSERT INTO "log" VALUES(3,5,'act',0,'reef:6',1767225000);
INSERT INTO "log" VALUES(3,6,'act',1,'die:y22',1767225000);
INSERT INTO "log" VALUES(3,7,'act',0,'die:r6',1767225000);
INSERT INTO "log" VALUES(3,8,'act',1,'die:y22',1767225000);
INSERT INTO "log" VALUES(3,9,'act',0,'die:b2',1767225000);
INSERT INTO "log" VALUES(3,10,'act',1,'keep:cy',1767225000);
INSERT INTO "log" VALUES(5,1,'act',1,'play:25:c2,b2',1767225000);
INSERT INTO "log" VALUES(5,2,'act',0,'play:45:d2,c3',1767225000);
INSERT INTO "log" VALUES(5,3,'act',1,'play:42:d4,d3',1767225000);
INSERT INTO "log" VALUES(5,4,'act',0,'play:9:d2,d1',1767225000);
INSERT INTO "log" VALUES(5,5,'act',1,'take:47',1767225000);
INSERT INTO "log" VALUES(5,6,'act',0,'deck>24',1767225000);
INSERT INTO "log" VALUES(5,7,'act',1,'play:47:b1,c2',1767225000);
INSERT INTO "log" VALUES(5,8,'act',0,'play:44:d2,c1',1767225000);
INSERT INTO "log" VALUES(5,9,'act',1,'deck>24',1767225000);
INSERT INTO "log" VALUES(5,10,'act',0,'deck>24',1767225000);
INSERT INTO "log" VALUES(5,11,'act',1,'take:24',1767225000);
INSERT INTO "log" VALUES(5,12,'act',0,'play:7:d2,d1',1767225000);
INSERT INTO "log" VALUES(5,13,'act',1,'play:24:d3,c4',1767225000);
INSERT INTO "log" VALUES(5,14,'act',0,'deck>19',1767225000);
INSERT INTO "log" VALUES(5,15,'act',1,'play:6:d4,d3',1767225000);
INSERT INTO "log" VALUES(5,16,'act',0,'take:29',1767225000);
INSERT INTO "log" VALUES(5,17,'act',1,'take:33',1767225000);
INSERT INTO "log" VALUES(5,18,'act',0,'play:59:b4,c4',1767225000);
INSERT INTO "log" VALUES(5,19,'act',1,'play:33:c4,d3',1767225000);
INSERT INTO "log" VALUES(5,20,'act',0,'play:29:c2,b1',1767225000);
INSERT INTO "log" VALUES(5,21,'act',1,'deck>17',1767225000);
INSERT INTO "log" VALUES(5,22,'act',0,'take:19',1767225000);
INSERT INTO "log" VALUES(5,23,'act',1,'play:34:d1,d1',1767225000);
INSERT INTO "log" VALUES(5,24,'act',0,'play:19:d1,d1',1767225000);
INSERT INTO "log" VALUES(5,25,'act',1,'take:17',1767225000);
INSERT INTO "log" VALUES(5,26,'act',0,'take:58',1767225000);
INSERT INTO "log" VALUES(5,27,'act',1,'play:17:c2,c1',1767225000);
INSERT INTO "log" VALUES(5,28,'act',0,'take:53',1767225000);
INSERT INTO "log" VALUES(5,29,'act',1,'take:41',1767225000);
INSERT INTO "log" VALUES(5,30,'act',0,'play:58:a4,a4',1767225000);
INSERT INTO "log" VALUES(5,31,'act',1,'play:41:b3,b3',1767225000);
INSERT INTO "log" VALUES(5,32,'act',0,'play:53:b2,b1',1767225000);
INSERT INTO "log" VALUES(5,33,'act',1,'take:26',1767225000);
INSERT INTO "log" VALUES(5,34,'act',0,'deck>3',1767225000);
INSERT INTO "log" VALUES(5,35,'act',1,'play:26:a3,b2',1767225000);
INSERT INTO "log" VALUES(5,36,'act',0,'play:46:b4,a3',1767225000);
INSERT INTO "log" VALUES(5,37,'act',1,'take:13',1767225000);
INSERT INTO "log" VALUES(5,38,'act',0,'take:8',1767225000);
INSERT INTO "log" VALUES(5,39,'act',1,'play:13:b3,a2',1767225000);
INSERT INTO "log" VALUES(5,40,'act',0,'play:8:b4,b4',1767225000);
INSERT INTO "log" VALUES(5,41,'act',1,'take:20',1767225000);
INSERT INTO "log" VALUES(5,42,'act',0,'deck>3',1767225000);
INSERT INTO "log" VALUES(5,43,'act',1,'take:14',1767225000);
INSERT INTO "log" VALUES(5,44,'act',0,'play:15:b2,c1',1767225000);
INSERT INTO "log" VALUES(5,45,'act',1,'play:14:b4,b4*',1767225000);
INSERT INTO "log" VALUES(5,46,'act',0,'take:55',1767225000);
INSERT INTO "log" VALUES(5,47,'act',1,'play:20:b4,c4',1767225000);
INSERT INTO "log" VALUES(5,48,'act',0,'play:55:c4,c3',1767225000);
INSERT INTO "log" VALUES(5,49,'act',1,'take:3',1767225000);
INSERT INTO "log" VALUES(5,50,'act',0,'take:1',1767225000);
INSERT INTO "log" VALUES(5,51,'act',1,'take:11',1767225000);
INSERT INTO "log" VALUES(5,52,'act',0,'play:1:c3,d3',1767225000);
INSERT INTO "log" VALUES(5,53,'act',1,'play:3:d4,c3',1767225000);
INSERT INTO "log" VALUES(5,54,'act',0,'take:5',1767225000);
INSERT INTO "log" VALUES(5,55,'act',1,'play:11:b1,-',1767225000);
INSERT INTO "log" VALUES(5,56,'act',0,'play:5:b2,b1',1767225000);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER,
    options TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over')),
    channel_id INTEGER NOT NULL,
    guild_id INTEGER,
    locale TEXT NOT NULL,
    host_id INTEGER NOT NULL,
    capacity INTEGER NOT NULL CHECK (capacity > 0),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    start_press INTEGER,
    opened_at INTEGER NOT NULL,
    ended_at INTEGER,
    CHECK ((status = 'over') = (ended_at IS NOT NULL)),
    CHECK ((version IS NULL) = (start_press IS NULL)),
    CHECK (status <> 'playing' OR version IS NOT NULL)
);
INSERT INTO "matches" VALUES(1,'das_riff',1,'{"reshuffle": "discard_seven", "deck": "a"}','playing',{reef},{guild},'en-US',{anna},2,X'0000000000000000000000000000000000000000000000000000000000000000',1456074452369408008,1767225000,NULL);
INSERT INTO "matches" VALUES(2,'coral_reef',1,'{"rounds_to_win": "1", "corals": "cards"}','over',{second},{guild},'en-US',{anna},6,X'0000000000000000000000000000000000000000000000000000000000000000',1456074452369408018,1767225000,1767225000);
INSERT INTO "matches" VALUES(3,'australis',1,'{"track_end": "25"}','playing',{third},{guild},'en-US',{anna},4,X'0000000000000000000000000000000000000000000000000000000000000000',1456074452369408029,1767225000,NULL);
INSERT INTO "matches" VALUES(4,'reef',NULL,'{"start": "fixed", "deck": "face_down", "deck_end": "at_once"}','lobby',{fourth},{guild},'en-US',{anna},4,X'0000000000000000000000000000000000000000000000000000000000000000',NULL,1767225000,NULL);
INSERT INTO "matches" VALUES(5,'reef',1,'{"start": "fixed", "deck": "face_down", "deck_end": "at_once"}','over',{fifth},{guild},'en-US',{anna},4,X'0000000000000000000000000000000000000000000000000000000000000000',1456074452369408042,1767225000,1767225000);
CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    nonce TEXT NOT NULL,
    seq INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1))
);
INSERT INTO "messages" VALUES(1,1,'lobby',{reef},1,'l1.0',0,1767225000,1);
INSERT INTO "messages" VALUES(2,1,'board',{reef},2,'1.0.0.0.0',0,1767225000,1);
INSERT INTO "messages" VALUES(3,1,'board',{reef},3,'1.9.9.2.0',9,1767225000,0);
INSERT INTO "messages" VALUES(4,2,'lobby',{second},4,'l2.0',0,1767225000,1);
INSERT INTO "messages" VALUES(5,2,'board',{second},5,'2.0.0.0.0',0,1767225000,1);
INSERT INTO "messages" VALUES(6,2,'board',{second},6,'2.5.5.a.0',5,1767225000,1);
INSERT INTO "messages" VALUES(7,2,'board',{second},7,'2.6.5.b.0',6,1767225000,0);
INSERT INTO "messages" VALUES(8,3,'lobby',{third},8,'l3.0',0,1767225000,1);
INSERT INTO "messages" VALUES(9,3,'board',{third},9,'3.0.0.0.0',0,1767225000,1);
INSERT INTO "messages" VALUES(10,3,'board',{third},10,'3.a.a.g.0',10,1767225000,0);
INSERT INTO "messages" VALUES(11,4,'lobby',{fourth},11,'l4.0',0,1767225000,0);
INSERT INTO "messages" VALUES(12,5,'lobby',{fifth},12,'l5.0',0,1767225000,1);
INSERT INTO "messages" VALUES(13,5,'board',{fifth},13,'5.0.0.0.0',0,1767225000,1);
INSERT INTO "messages" VALUES(14,5,'board',{fifth},14,'5.1k.1k.35.0',56,1767225000,0);
INSERT INTO "messages" VALUES(15,1,'proposal',{reef},15,'p1.0',9,1767225000,0);
CREATE TABLE preferences (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
) WITHOUT ROWID;
INSERT INTO "preferences" VALUES({ben},'order:das_riff','wait');
CREATE TABLE proposals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL UNIQUE REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw')),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    ply INTEGER,
    CHECK ((kind = 'undo') = (ply IS NOT NULL))
);
INSERT INTO "proposals" VALUES(1,1,'undo',1,{ben},8);
CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    press INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,{anna},'Anna',1456074452369408004);
INSERT INTO "seats" VALUES(1,1,{ben},'Ben',1456074452369408007);
INSERT INTO "seats" VALUES(2,0,{anna},'Anna',1456074452369408013);
INSERT INTO "seats" VALUES(2,1,{ben},'Ben',1456074452369408016);
INSERT INTO "seats" VALUES(2,2,{dana},'Dana',1456074452369408017);
INSERT INTO "seats" VALUES(3,0,{anna},'Anna',1456074452369408025);
INSERT INTO "seats" VALUES(3,1,{ben},'Ben',1456074452369408028);
INSERT INTO "seats" VALUES(4,0,{anna},'Anna',1456074452369408034);
INSERT INTO "seats" VALUES(5,0,{anna},'Anna',1456074452369408038);
INSERT INTO "seats" VALUES(5,1,{ben},'Ben',1456074452369408041);
CREATE UNIQUE INDEX one_active_table ON matches (channel_id) WHERE status <> 'over';
CREATE INDEX matches_of_channel ON matches (channel_id, id);
CREATE INDEX seats_of_person ON seats (user_id);
CREATE INDEX live_messages ON messages (match_id, purpose) WHERE NOT retired;
CREATE UNIQUE INDEX live_nonce ON messages (nonce) WHERE NOT retired;
CREATE INDEX messages_of_table ON messages (match_id, purpose, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',5);
INSERT INTO "sqlite_sequence" VALUES('proposals',1);
COMMIT;
