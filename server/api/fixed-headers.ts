const CONTENT_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',
} as const

/** The headers of every answer of `/v1`, by the form of its body. */
export function fixedHeaders(requestId: string, form: keyof typeof CONTENT_TYPES): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[form],
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    // Nothing between us and the reader may keep events until more have come.
    ...(form === 'events' ? { 'x-accel-buffering': 'no' } : {}),
  }
}
