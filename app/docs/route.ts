/** The API reference: one page around an asset that the build puts under `public/docs`, so no other host is asked for anything. */
export function GET(request: Request): Response {
  const nonce = request.headers.get('x-nonce')?.replace(/[^A-Za-z0-9+/=]/g, '') ?? ''
  return new Response(page(nonce), { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** `servers` is added in the browser: calls go to the origin the page came from, under whatever name that is. */
const SETTINGS = {
  url: '/v1/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  metaData: { title: 'Slipway API reference' },
  authentication: { preferredSecurityScheme: 'bearer' },
}

function page(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slipway API reference</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
</head>
<body>
<main id="reference"></main>
<noscript>The reference needs JavaScript; the same facts are in <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<script src="/docs/reference.js"></script>
<script nonce="${nonce}">Scalar.createApiReference('#reference', { ...${JSON.stringify(SETTINGS)}, servers: [{ url: location.origin }] })</script>
</body>
</html>
`
}
