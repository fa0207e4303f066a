import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '@/registry/endpoints'
import type { Endpoint } from './endpoint'
import { needsNoBody, readInput } from './read-input'

const bodyOf = (body: z.ZodType, text: string) =>
  readInput(
    { body } as Endpoint,
    {
      method: 'POST',
      path: '/v1/any',
      search: '',
      header: () => null,
      clientIp: null,
      readBody: async () => new TextEncoder().encode(text),
    },
    {},
  )

test('no body is an empty object where nothing of it is needed', async () => {
  const optional = z.strictObject({ webhookUrl: z.string().optional() })
  expect(await bodyOf(optional, '')).toMatchObject({ body: {} })
  await expect(bodyOf(optional, ' ')).rejects.toThrow('must be valid JSON')
  const needed = z.strictObject({ webhookUrl: z.string() })
  await expect(bodyOf(needed, '')).rejects.toThrow('must be valid JSON')
})

test('the operations that need no body are those whose fields are all optional', () => {
  const ids = ENDPOINTS.filter(needsNoBody).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['pauseToken', 'unpauseToken', 'rotateKeys']))
  expect(ids).not.toContain('createTransfer')
  expect(ids).not.toContain('updateWebhookEndpoint')
})
