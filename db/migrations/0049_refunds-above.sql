ALTER TABLE "payments" ADD COLUMN "above_minor" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "above_micros" numeric(38,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was over the bound was credited beside what settled the payment, by a journal of its receipt.
UPDATE "payments" p SET above_minor = a.minor, above_micros = a.micros, received_minor = p.received_minor + a.minor
FROM (
  SELECT r.payment_id, sum(r.value_minor) - max(q.received_minor) AS minor,
    coalesce(sum((SELECT sum(e.amount_units) FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
      WHERE j.reference_type = 'receipt' AND j.reference_id = r.id AND j.kind = 'credit' AND e.business_id = q.business_id
        AND e.currency = 'USD' AND e.kind = 'available')), 0) AS micros
  FROM payment_receipts r JOIN payments q ON q.id = r.payment_id
  WHERE q.status = 'SUCCESS' AND r.outcome = 'SETTLED'
  GROUP BY r.payment_id HAVING sum(r.value_minor) > max(q.received_minor)
) a
WHERE p.id = a.payment_id;
