import type { Page } from '@playwright/test'

type Weight = {
  /** As transferred to a new visitor, headers included: what this browser had already counts too. */
  scriptBytes: number
  documentBytes: number
  /** The bytes of everything that was loaded, also styles and fonts. */
  allBytes: number
  elements: number
  /**
   * Addresses of requests for neither files of the build nor icons; an address that is requested repeatedly counts
   * once.
   */
  requests: string[]
  /** Text that came uncompressed though it was worth compressing. */
  uncompressed: string[]
}

type Loaded = { url: string; type: string; bytes: number; isText: boolean; encoding: string }

const KB = 1_024
/** The limit for the scripts that a page loads at once; dialogs load theirs when the pointer is on their button. */
const MAX_SCRIPT_BYTES = 228 * KB
/** The limit for a page that is itself a form, and so loads the code of forms at once. */
const MAX_FORM_BYTES = 280 * KB
const MAX_DOCUMENT_BYTES = 150 * KB
/** The limit for all that a page of the docs loads for a reader who only reads: itself, styles and fonts. */
const MAX_READ_DOCS_BYTES = 72 * KB
/** The limit for all that it has loaded once a reader used one of its controls: the scripts too. */
const MAX_DOCS_BYTES = 208 * KB
const MAX_REQUESTS = 9
/** The limit for the elements of a page of the docs, whose reader has a phone too. */
export const MAX_DOCS_ELEMENTS = 1_500
const WORTH_BYTES = 2_048
const TEXT = /text|javascript|json|svg/

/**
 * The bytes of each file of the build when it came over the network. A browser keeps these files, and then transfers
 * none of their bytes.
 */
const fileBytes = new Map<string, number>()

/**
 * Weighs every page that is opened from now on. The returned function lists the parts of the present page that are too
 * heavy.
 */
export async function weighPages(page: Page): Promise<(path: string) => Promise<string[]>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let loaderId = ''
  const seen = new Map<string, Loaded>()
  session.on('Network.requestWillBeSent', ({ requestId, loaderId: asker, request, type = 'Other' }) => {
    if (requestId === asker) {
      loaderId = asker
      seen.clear()
    }
    // Requests that the previous page still makes do not count for this one.
    if (asker === loaderId) seen.set(requestId, { url: request.url, type, bytes: 0, isText: false, encoding: '' })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const header = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')
    const one = seen.get(requestId)
    if (one) Object.assign(one, { isText: TEXT.test(response.mimeType), encoding: header?.[1] ?? '' })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (!one) return
    one.bytes = encodedDataLength
    if (isFile(one) && encodedDataLength > (fileBytes.get(one.url) ?? 0)) fileBytes.set(one.url, encodedDataLength)
  })
  return async (path) => {
    const elements = await page.locator('*').count()
    return tooHeavy(path, toWeight([...seen.values()], elements))
  }
}

function toWeight(loaded: Loaded[], elements: number): Weight {
  const all = loaded.filter((one) => one.url.startsWith('http'))
  const byUrl = new Map(all.map((one) => [one.url, one]))
  const bytesOf = (one: Loaded) => (isFile(one) ? (fileBytes.get(one.url) ?? 0) : one.bytes)
  const sum = (some: Loaded[]) => some.reduce((total, one) => total + bytesOf(one), 0)
  const each = [...byUrl.values()]
  return {
    scriptBytes: sum(each.filter((one) => one.type === 'Script' || /\.js($|\?)/.test(one.url))),
    documentBytes: sum(each.filter((one) => one.type === 'Document')),
    allBytes: sum(each),
    elements,
    requests: each.filter((one) => !isFile(one)).map((one) => one.url),
    uncompressed: all.filter((one) => one.isText && one.bytes > WORTH_BYTES && !one.encoding).map((one) => one.url),
  }
}

function maxScriptsOf(path: string): number {
  return path.endsWith('/new') ? MAX_FORM_BYTES : MAX_SCRIPT_BYTES
}

/** `PORTAL_WEIGHTS=1` prints what each page weighs. */
function tooHeavy(path: string, weight: Weight): string[] {
  const { scriptBytes, documentBytes, allBytes, elements, requests, uncompressed } = weight
  const line = `${path}: ${toKb(scriptBytes)} KB of scripts, ${toKb(documentBytes)} KB of page, ${toKb(allBytes)} KB in all, ${elements} elements, ${requests.length} requests`
  if (process.env.PORTAL_WEIGHTS) console.log(line)
  // Readers of the docs load scripts only once they use a control.
  const isRead = isOfDocs(path) && scriptBytes === 0
  if ((scriptBytes === 0 && !isRead) || documentBytes === 0) return [`${path}: was not weighed`]
  const isHeavy =
    scriptBytes > maxScriptsOf(path) ||
    documentBytes > MAX_DOCUMENT_BYTES ||
    requests.length > MAX_REQUESTS ||
    (isOfDocs(path) && (elements > MAX_DOCS_ELEMENTS || allBytes > (isRead ? MAX_READ_DOCS_BYTES : MAX_DOCS_BYTES)))
  return [...(isHeavy ? [line] : []), ...uncompressed.map((url) => `${path}: ${url} came uncompressed`)]
}

function isOfDocs(path: string): boolean {
  return path === '/docs' || path.startsWith('/docs/')
}

function isFile({ url }: { url: string }): boolean {
  return /\/_next\/static\/|\/icon\.svg/.test(url)
}

function toKb(bytes: number): string {
  return (bytes / KB).toFixed(1)
}
