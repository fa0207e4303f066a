CREATE TABLE "deposit_counts" (
	"business_id" uuid NOT NULL,
	"day" integer NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text,
	"stage" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "deposit_counts_key" UNIQUE NULLS NOT DISTINCT("business_id","day","chain_id","token_address","stage")
);
--> statement-breakpoint
CREATE TABLE "indexer_log_counts" (
	"business_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"subscription_id" uuid,
	"day" integer NOT NULL,
	"event_type" text NOT NULL,
	"status" text NOT NULL,
	"network" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "indexer_log_counts_key" UNIQUE NULLS NOT DISTINCT("business_id","project_id","subscription_id","day","event_type","status","network")
);
--> statement-breakpoint
DROP INDEX "indexer_logs_failed_idx";--> statement-breakpoint
DROP INDEX "deposits_business_idx";--> statement-breakpoint
DROP INDEX "deposits_wallet_idx";--> statement-breakpoint
DROP INDEX "indexer_logs_project_idx";--> statement-breakpoint
DROP INDEX "indexer_logs_subscription_idx";--> statement-breakpoint
DROP INDEX "indexer_replays_subscription_idx";--> statement-breakpoint
DROP INDEX "indexer_subscriptions_project_idx";--> statement-breakpoint
DROP INDEX "ledger_journals_business_idx";--> statement-breakpoint
DROP INDEX "approvals_inbox_idx";--> statement-breakpoint
DROP INDEX "request_log_business_idx";--> statement-breakpoint
DROP INDEX "transactions_history_idx";--> statement-breakpoint
DROP INDEX "webhook_endpoints_project_idx";--> statement-breakpoint
DROP INDEX "webhook_messages_project_idx";--> statement-breakpoint
CREATE INDEX "deposits_group_idx" ON "deposits" USING btree ("business_id","chain_id",(case when "token_address" is null then 'native' else "token_address" end),"stage","created_at","id");--> statement-breakpoint
CREATE INDEX "indexer_logs_group_idx" ON "indexer_logs" USING btree ("business_id","subscription_id","event_type","status","id");--> statement-breakpoint
CREATE INDEX "deposits_business_idx" ON "deposits" USING btree ("business_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deposits_wallet_idx" ON "deposits" USING btree ("business_id","wallet_id","created_at","id","chain_id","token_address","stage");--> statement-breakpoint
CREATE INDEX "indexer_logs_project_idx" ON "indexer_logs" USING btree ("business_id","project_id","id","event_type","status","network");--> statement-breakpoint
CREATE INDEX "indexer_logs_subscription_idx" ON "indexer_logs" USING btree ("business_id","subscription_id","id","event_type","status");--> statement-breakpoint
CREATE INDEX "indexer_replays_subscription_idx" ON "indexer_replays" USING btree ("business_id","subscription_id","id");--> statement-breakpoint
CREATE INDEX "indexer_subscriptions_project_idx" ON "indexer_subscriptions" USING btree ("business_id","project_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "ledger_journals_business_idx" ON "ledger_journals" USING btree ("business_id","created_at","id");--> statement-breakpoint
CREATE INDEX "approvals_inbox_idx" ON "approvals" USING btree ("business_id","status","created_at");--> statement-breakpoint
CREATE INDEX "request_log_business_idx" ON "request_log" USING btree ("business_id","created_at");--> statement-breakpoint
CREATE INDEX "transactions_history_idx" ON "transactions" USING btree ("business_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_project_idx" ON "webhook_endpoints" USING btree ("business_id","project_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhook_messages_project_idx" ON "webhook_messages" USING btree ("business_id","created_at");
--> statement-breakpoint
ALTER TABLE indexer_log_counts SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE deposit_counts SET (fillfactor = 70);--> statement-breakpoint
-- What a number in code holds exactly: a total is right, or its statement fails.
ALTER TABLE indexer_log_counts ADD CONSTRAINT indexer_log_counts_n_is_exact CHECK (abs(n::numeric) <= 9007199254740991);--> statement-breakpoint
ALTER TABLE deposit_counts ADD CONSTRAINT deposit_counts_n_is_exact CHECK (abs(n::numeric) <= 9007199254740991);--> statement-breakpoint
-- The first 48 bits of an id are its milliseconds since 1970.
CREATE FUNCTION day_of_id(id uuid) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 86400000)::integer
$$;--> statement-breakpoint
-- A moment that is none, of a damaged row, is of the last day there is or the first: its row can still be changed, and counted.
CREATE FUNCTION day_of_moment(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(extract(epoch FROM greatest(least(at, '9999-12-31Z'), '0001-01-01Z')) / 86400)::integer
$$;--> statement-breakpoint
-- All who count lock the counts in one order, behind the rows their own statement wrote.
CREATE FUNCTION count_indexer_logs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO indexer_log_counts AS c (business_id, project_id, subscription_id, day, event_type, status, network, n)
    SELECT business_id, project_id, subscription_id, day, event_type, status, network, TG_ARGV[0]::int * count(*)
    FROM (SELECT *, day_of_id(id) AS day FROM changed) a
    GROUP BY business_id, project_id, day, event_type, status, network, GROUPING SETS ((subscription_id), ())
    ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT ON CONSTRAINT indexer_log_counts_key DO UPDATE SET n = c.n + excluded.n;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM indexer_log_counts c USING (SELECT DISTINCT business_id, project_id, day_of_id(id) AS day FROM changed) a
      WHERE c.business_id = a.business_id AND c.project_id = a.project_id AND c.day = a.day AND c.n = 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_deposits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO deposit_counts AS c (business_id, day, chain_id, token_address, stage, n)
    SELECT business_id, day_of_moment(created_at), chain_id, token_address, stage, TG_ARGV[0]::int * count(*) FROM changed
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT ON CONSTRAINT deposit_counts_key DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_added AFTER INSERT ON indexer_logs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('1');--> statement-breakpoint
CREATE TRIGGER count_left AFTER UPDATE ON indexer_logs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('-1');--> statement-breakpoint
CREATE TRIGGER count_new AFTER UPDATE ON indexer_logs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('1');--> statement-breakpoint
CREATE TRIGGER count_gone AFTER DELETE ON indexer_logs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_indexer_logs('-1');--> statement-breakpoint
CREATE TRIGGER count_added AFTER INSERT ON deposits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deposits('1');--> statement-breakpoint
CREATE TRIGGER count_left AFTER UPDATE ON deposits REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deposits('-1');--> statement-breakpoint
CREATE TRIGGER count_new AFTER UPDATE ON deposits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deposits('1');--> statement-breakpoint
CREATE TRIGGER count_gone AFTER DELETE ON deposits REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deposits('-1');--> statement-breakpoint
-- No row can be added any more until this is committed.
INSERT INTO indexer_log_counts (business_id, project_id, subscription_id, day, event_type, status, network, n)
  SELECT business_id, project_id, subscription_id, day, event_type, status, network, count(*)
  FROM (SELECT *, day_of_id(id) AS day FROM indexer_logs) a
  GROUP BY business_id, project_id, day, event_type, status, network, GROUPING SETS ((subscription_id), ());--> statement-breakpoint
INSERT INTO deposit_counts (business_id, day, chain_id, token_address, stage, n)
  SELECT business_id, day_of_moment(created_at), chain_id, token_address, stage, count(*) FROM deposits GROUP BY 1, 2, 3, 4, 5;
