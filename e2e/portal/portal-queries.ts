import type { Page } from '@playwright/test'
import superjson from 'superjson'
import { z } from 'zod'
import { stack } from './stack'

const answer = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) })

/** Asks a query of the portal with the page's own session. */
export async function ask<S extends z.ZodType>(
  page: Page,
  path: string,
  input: object,
  shape: S,
): Promise<z.output<S>> {
  const query = encodeURIComponent(superjson.stringify(input))
  const response = await page.request.get(`${stack().baseUrl}/api/trpc/${path}?input=${query}`)
  return shape.parse(answer.parse(await response.json()).result.data.json)
}

/** The mutations the page sends from now on, by their names. */
export function mutationsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/api/trpc/')) sent.push(pathname.slice('/api/trpc/'.length))
  })
  return sent
}
