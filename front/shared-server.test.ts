import { expect, test } from 'vitest'
import * as forPages from '@/registry/for-pages'
import { shareServer } from './shared-server'

test('pages of a build get each function from the copy that the front server shares', async () => {
  shareServer(forPages)
  // The copy of this module that Next loads.
  const loaded = './shared-server.ts?as-next-loads-it'
  const { shareServer: _, ...shared } = await import(loaded)
  expect(Object.keys(shared).sort()).toEqual(Object.keys(forPages).sort())
  expect(shared.appRouter).toBe(forPages.appRouter)
})
