ALTER TABLE "plans" ALTER COLUMN "price_monthly_minor" SET DATA TYPE numeric(38,0);--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "capabilities";