CREATE TABLE "key_canaries" (
	"key_id" text PRIMARY KEY NOT NULL,
	"proof" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
