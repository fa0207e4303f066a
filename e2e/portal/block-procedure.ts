import type { Page } from '@playwright/test'

/** From now on no answer of the procedure reaches the page, until what is returned is called. */
export async function blockProcedure(page: Page, procedure: string): Promise<() => Promise<void>> {
  const urls = (url: URL) => url.pathname.startsWith('/api/trpc/') && url.pathname.includes(procedure)
  await page.route(urls, (route) => route.abort())
  return () => page.unroute(urls)
}
