import type { Page } from '@playwright/test'

export type Weight = {
  /** As transferred, headers included. */
  scriptBytes: number
  documentBytes: number
  /** What is neither a file of the build nor an icon. */
  requests: string[]
  /** Text that came uncompressed though it was worth compressing. */
  uncompressed: string[]
}

const WORTH_BYTES = 2_048
const TEXT = /text|javascript|json|svg/

/** Loads a page as a new visitor's browser does and weighs all it asks for until it is quiet. */
export async function weighPage(page: Page, url: string): Promise<Weight> {
  // A pointer that rests on a link loads what is behind it; and what the page before still loads is none of this one's.
  await page.mouse.move(0, 0)
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const seen = new Map<string, { url: string; type: string; bytes: number; isText: boolean; encoding: string }>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const encoding = headers['content-encoding'] ?? ''
    seen.set(requestId, { url: response.url, type, bytes: 0, isText: TEXT.test(response.mimeType), encoding })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const all = [...seen.values()].filter((one) => one.url.startsWith('http'))
  const isAsset = (one: { url: string }) => /\/_next\/static\/|\/icon\.svg/.test(one.url)
  const sum = (some: { bytes: number }[]) => some.reduce((total, one) => total + one.bytes, 0)
  await session.detach()
  return {
    scriptBytes: sum(all.filter((one) => one.type === 'Script' || /\.js($|\?)/.test(one.url))),
    documentBytes: sum(all.filter((one) => one.type === 'Document')),
    requests: all.filter((one) => !isAsset(one)).map((one) => one.url),
    uncompressed: all.filter((one) => one.isText && one.bytes > WORTH_BYTES && !one.encoding).map((one) => one.url),
  }
}
