-- When a decision was kept. `written` beside it is since when the same side has been asked in the same turn, which is
-- what players are told and may be long ago in a battle that is played. This is for those who run the server alone.
ALTER TABLE steps ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;       -- seconds since 1970; 0 in battles of before
