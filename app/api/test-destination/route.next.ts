const TEXT = 'Received. The page of this delivery in the portal shows how to verify it.\n'

/** Accepts any delivery and stores nothing: the portal shows deliveries from the records of the sender. */
export function POST(): Response {
  return new Response(TEXT, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } })
}
