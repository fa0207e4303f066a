-- Every attempt is written once and updated soon after with what the nodes said: with room on its page that touches no index.
ALTER TABLE transaction_attempts SET (fillfactor = 50);
