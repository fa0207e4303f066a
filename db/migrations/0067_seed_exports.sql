CREATE TABLE "seed_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text NOT NULL,
	"approved_by" text NOT NULL,
	"state" text NOT NULL,
	"public_key" text,
	"fingerprint" text,
	"opens_at" timestamp (3) with time zone,
	"sealed" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "seed_exports_two_operators" CHECK (proposed_by <> approved_by),
	CONSTRAINT "seed_exports_sealed" CHECK ((state = 'SEALED') = (sealed is not null)),
	CONSTRAINT "seed_exports_key" CHECK (state not in ('CONFIRMED', 'SEALED', 'TAKEN') or (public_key is not null and fingerprint is not null))
);
--> statement-breakpoint
ALTER TABLE "seed_exports" ADD CONSTRAINT "seed_exports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "seed_exports_one_open_key" ON "seed_exports" USING btree ("business_id") WHERE state in ('APPROVED', 'CONFIRMED', 'SEALED');