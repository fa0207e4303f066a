import { TRPCError } from '@trpc/server'
import { expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client'

test('a page on the server calls a query that fails once, and does not wait to call it again', async () => {
  const queryFn = vi.fn(async () => {
    throw new TRPCError({ code: 'NOT_FOUND' })
  })
  await expect(makeQueryClient().fetchQuery({ queryKey: ['project'], queryFn })).rejects.toThrow('NOT_FOUND')
  expect(queryFn).toHaveBeenCalledOnce()
})
