CREATE TABLE "payment_documents" (
	"business_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"business_name" text NOT NULL,
	"project_name" text NOT NULL,
	"plan_name" text,
	CONSTRAINT "payment_documents_pkey" PRIMARY KEY("payment_id","kind"),
	CONSTRAINT "payment_documents_number_key" UNIQUE("kind","year","number")
);
--> statement-breakpoint
ALTER TABLE "payment_documents" ADD CONSTRAINT "payment_documents_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Numbers without a gap: given as the transaction commits, one transaction after the other, so that none waits long and one that fails takes none.
CREATE FUNCTION write_document(paid payments, wanted text, at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE of_year int := extract(year FROM at AT TIME ZONE 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('payment_documents'));
  INSERT INTO payment_documents (business_id, payment_id, kind, year, number, issued_at, business_name, project_name, plan_name)
    SELECT paid.business_id, paid.id, wanted, of_year,
      coalesce((SELECT max(d.number) FROM payment_documents d WHERE d.kind = wanted AND d.year = of_year), 0) + 1, at,
      coalesce((SELECT name FROM businesses WHERE id = paid.business_id), ''),
      coalesce((SELECT name FROM projects WHERE id = paid.project_id), ''),
      (SELECT p.name || ' ' || l.name FROM plans l JOIN products p ON p.id = l.product_id WHERE l.id = paid.plan_id)
    ON CONFLICT ON CONSTRAINT payment_documents_pkey DO NOTHING;
END $$;--> statement-breakpoint
CREATE FUNCTION write_documents() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM write_document(NEW, 'INVOICE', NEW.created_at); END IF;
  IF NEW.status IN ('SUCCESS', 'REFUNDED') THEN PERFORM write_document(NEW, 'RECEIPT', coalesce(NEW.settled_at, NEW.created_at)); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION write_document(payments, text, timestamptz) FROM PUBLIC;--> statement-breakpoint
REVOKE ALL ON FUNCTION write_documents() FROM PUBLIC;--> statement-breakpoint
INSERT INTO payment_documents (business_id, payment_id, kind, year, number, issued_at, business_name, project_name, plan_name)
  SELECT d.business_id, d.id, d.kind, d.year, row_number() OVER (PARTITION BY d.kind, d.year ORDER BY d.at, d.id), d.at, b.name, p.name, r.name || ' ' || l.name
  FROM (
    SELECT w.*, extract(year FROM w.at AT TIME ZONE 'UTC')::int AS year FROM (
      SELECT business_id, project_id, plan_id, id, 'INVOICE' AS kind, created_at AS at FROM payments
      UNION ALL
      SELECT business_id, project_id, plan_id, id, 'RECEIPT', coalesce(settled_at, created_at) FROM payments WHERE status IN ('SUCCESS', 'REFUNDED')
    ) w
  ) d
  JOIN businesses b ON b.id = d.business_id JOIN projects p ON p.id = d.project_id
  LEFT JOIN plans l ON l.id = d.plan_id LEFT JOIN products r ON r.id = l.product_id;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER document_opened AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION write_documents();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER document_settled AFTER UPDATE OF status ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'SUCCESS') EXECUTE FUNCTION write_documents();
