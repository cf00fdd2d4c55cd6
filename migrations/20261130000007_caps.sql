-- How many games a player has open is counted before the player opens one more. What is over stands in no index that is
-- counted by, so that the count costs as much as the player has open, not as much as the player ever played.
create index games_by_owner_unfinished on games (owner) where status <> 'ended';
