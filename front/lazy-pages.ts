import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PagesState } from './pages-state'
import { PAGES_STATE_HEADER, type UnbuiltState, unbuiltPage } from './unbuilt-page'

const RETRY_AFTER_SECONDS: Record<UnbuiltState, string> = { building: '2', failed: '30' }
const MESSAGES: Record<UnbuiltState, string> = {
  building: 'The portal is being built. Please try again shortly.',
  failed: 'The portal could not be built.',
}

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
type HandleStatic = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => Promise<boolean>

type Options = {
  /** Loads Next. */
  load: () => Promise<Handle>
  handleStatic: HandleStatic
  readState: () => Promise<PagesState>
}

type LazyPages = {
  handlePage: Handle
  handleStatic: HandleStatic
  /** Loads Next before the first request for a page. */
  preparePages: () => Promise<void>
}

/**
 * Serves pages and files of the build. Next is loaded with the first request for a page after the build. A process that
 * serves only API calls and jobs does not need its memory, or the hooks that it adds to every promise. Before that,
 * each page says that it is being built.
 */
export function lazyPages({ load, handleStatic, readState }: Options): LazyPages {
  let isBuilt = false
  let loading: Promise<Handle> | undefined
  const stateNow = async (): Promise<PagesState> => {
    if (isBuilt) return 'built'
    const state = await readState()
    // The state is not read again after the pages are built, so a later build in the same folder does not stop this
    // process.
    isBuilt ||= state === 'built'
    return state
  }
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    handlePage: async (incoming, outgoing) => {
      const state = await stateNow()
      if (state !== 'built') return answerUnbuilt(incoming, outgoing, state)
      await (await loaded())(incoming, outgoing)
    },
    // The folder may have files of an older build. Neither they nor their index are used before the new build is
    // complete.
    handleStatic: async (incoming, outgoing, path) =>
      (await stateNow()) === 'built' && (await handleStatic(incoming, outgoing, path)),
    preparePages: async () => {
      await loaded()
    },
  }
}

/** Responds with 503 for a page that is not built: a page for a browser, the envelope of the API for other clients. */
function answerUnbuilt(incoming: IncomingMessage, outgoing: ServerResponse, state: UnbuiltState): void {
  const isHtml = incoming.headers.accept?.includes('text/html') ?? false
  const nonce = incoming.headers['x-nonce']?.toString() ?? ''
  const body = isHtml ? unbuiltPage(state, nonce) : JSON.stringify({ status: false, message: MESSAGES[state] })
  outgoing.writeHead(503, {
    'content-type': isHtml ? 'text/html; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER_SECONDS[state],
    [PAGES_STATE_HEADER]: state,
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  // The body of a form that is sent meanwhile is dropped.
  incoming.resume()
}
