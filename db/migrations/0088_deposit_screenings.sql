CREATE TABLE "deposit_screenings" (
	"deposit_id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"list" text NOT NULL,
	"status" text DEFAULT 'FLAGGED' NOT NULL,
	"blocked_address_id" uuid NOT NULL,
	"note" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deposit_screenings" ADD CONSTRAINT "deposit_screenings_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_screenings" ADD CONSTRAINT "deposit_screenings_blocked_address_id_blocked_addresses_id_fk" FOREIGN KEY ("blocked_address_id") REFERENCES "public"."blocked_addresses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_screenings_business_idx" ON "deposit_screenings" USING btree ("business_id","created_at","deposit_id");--> statement-breakpoint
CREATE INDEX "deposit_screenings_open_idx" ON "deposit_screenings" USING btree ("list","created_at","deposit_id") WHERE status = 'FLAGGED';