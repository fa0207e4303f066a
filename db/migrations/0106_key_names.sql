ALTER TABLE "api_keys" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "api_keys_words_idx" ON "api_keys" USING gin (to_tsvector('simple', "name"));