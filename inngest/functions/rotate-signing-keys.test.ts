import { expect, it } from 'vitest'
import { functions } from '@/inngest/index'

it('is one of the jobs the app serves', () => {
  expect(functions.map((job) => job.id())).toContain('rotate-signing-keys')
})
