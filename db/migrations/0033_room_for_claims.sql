-- Each delivery updates its message twice. A claim then finds room on the row's own page and writes to no index; rows that are there stay as they are.
ALTER TABLE webhook_messages SET (fillfactor = 50);
