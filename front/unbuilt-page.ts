import type { PagesState } from './pages-state'
import { plainPage } from './plain-page'

export type UnbuiltState = Exclude<PagesState, 'built'>

/** In the header of the answer, by which the page sees that the state has changed. */
export const PAGES_STATE_HEADER = 'x-pages-state'

const TEXTS: Record<UnbuiltState, { title: string; text: string; next: string }> = {
  building: {
    title: 'The portal is being built',
    text: 'On a first start this takes about a minute.',
    next: 'You can leave this page open: it shows the portal as soon as it is ready.',
  },
  failed: {
    title: 'The portal could not be built',
    text: 'The terminal that runs Slipway says why. Fix the cause there, then stop and start Slipway again.',
    next: 'You can leave this page open: it shows the portal once a build succeeds.',
  },
}

/**
 * Requests its own URL once a second and reloads the page when the response changes. A stack that restarts does not
 * respond for a while.
 */
const script = (state: UnbuiltState) => `
const look = async () => {
  try {
    const headers = { accept: 'text/html' }
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store', redirect: 'manual', headers })
    const state = answer.headers.get('${PAGES_STATE_HEADER}')
    if (answer.status !== 503 || (state !== null && state !== '${state}')) return location.reload()
  } catch {}
  setTimeout(look, 1000)
}
setTimeout(look, 1000)
`

/**
 * The page that replaces every page until the build is ready. It loads nothing else, and opens the portal
 * automatically.
 */
export function unbuiltPage(state: UnbuiltState, nonce: string): string {
  const { title, text, next } = TEXTS[state]
  const bar = '<div class="bar" role="progressbar" aria-label="Building the portal"><i></i></div>'
  return plainPage({
    title,
    head: '<noscript><meta http-equiv="refresh" content="5"></noscript>',
    main: `<p>${text}</p>
${state === 'building' ? bar : ''}
<p>${next}</p>
<p class="api">The API works already: <a href="/v1/openapi.json"><code>/v1/openapi.json</code></a> lists its operations.</p>`,
    tail: `<script nonce="${nonce}">${script(state)}</script>`,
  })
}
