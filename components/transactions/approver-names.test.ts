import { expect, test } from 'vitest'
import type { MemberView } from '@/schemas/team/contract'
import { approverNames } from './approver-names'

const member = (name: string, change: Partial<MemberView> = {}): MemberView => ({
  ...{ userId: name, name, email: `${name}@example.test`, role: 'owner', isActive: true },
  ...{ hasFactor: null, isSelf: false, lastSeenAt: null },
  ...change,
})

test('names the other owners who may sign in, and neither the reader nor other roles', () => {
  const others = [
    member('Ada', { isSelf: true }),
    member('Bola', { role: 'developer' }),
    member('Chidi', { isActive: false }),
  ]
  expect(approverNames(others)).toBeNull()
  expect(approverNames([...others, member('Hadiza')])).toBe('Hadiza')
  expect(approverNames([...others, member('Hadiza'), member('Musa')])).toBe('Hadiza or Musa')
})

test('counts those after the third', () => {
  expect(approverNames(['A', 'B', 'C', 'D'].map((name) => member(name)))).toBe('A, B, C, or 1 other owner')
  expect(approverNames(['A', 'B', 'C', 'D', 'E'].map((name) => member(name)))).toBe('A, B, C, or 2 other owners')
})
