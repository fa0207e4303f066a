CREATE TABLE "account_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"role" text,
	"member_of" uuid,
	"user_id" uuid,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "secret_sealed" text;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_member_of_businesses_id_fk" FOREIGN KEY ("member_of") REFERENCES "public"."businesses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_hash_key" ON "account_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_links_email_idx" ON "account_links" USING btree ("email") WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "account_links_member_idx" ON "account_links" USING btree ("member_of") WHERE used_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "account_links_expires_idx" ON "account_links" USING btree ("expires_at");