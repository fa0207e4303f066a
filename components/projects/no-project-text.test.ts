import { expect, test } from 'vitest'
import { noProjectText } from './no-project-text'

const email = 'ada@example.test'
const lagoon = { name: 'Lagoon Pay', isOwner: false }

test('sends a person of no business to an owner, with the address to invite', () => {
  const { situation, advice } = noProjectText({ email, business: null, isInvited: false })
  expect(situation).toBe('You belong to no business.')
  expect(advice).toBe('Ask an owner of your business to invite ada@example.test. Then reload this page.')
})

test('leads a person with an open invitation to it', () => {
  const { advice } = noProjectText({ email, business: null, isInvited: true })
  expect(advice).toBe('Accept an invitation to join its business.')
})

test('asks a member for a word with an owner, and an owner for nothing', () => {
  const member = noProjectText({ email, business: lagoon, isInvited: false })
  expect(member.situation).toBe('Lagoon Pay has no project yet.')
  expect(member.advice).toContain('Ask an owner of Lagoon Pay to create one.')
  const owner = noProjectText({ email, business: { ...lagoon, isOwner: true }, isInvited: false })
  expect(owner.advice).toBe('A project holds API keys, plans and settings.')
})
