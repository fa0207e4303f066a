import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StubNode, startStubNode } from './stub-node'

let node: StubNode
beforeAll(async () => {
  node = await startStubNode({})
})
afterAll(() => node.close())

test.each(['', 'null', '[{}]', '{"id":1}', '[{"name":"a job of another suite","id":"1"}]'])(
  'answers %j, which is no call, with 400 and counts nothing',
  async (body) => {
    const answer = await fetch(node.url, { method: 'POST', body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: -32600 } })
    expect(node.asked).toEqual([])
  },
)
