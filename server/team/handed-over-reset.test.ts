import { like } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { users } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { approveProposal } from '@/server/proposals/decide-proposal'
import { listProposals } from '@/server/proposals/list-proposals'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { PROPOSAL_MUTATIONS } from '@/transport/proposals/mutations'
import { resendInvitationAsOperator } from './change-invitation-as-operator'
import { inviteAsOperator } from './invite-as-operator'
import { listOpenInvitations } from './list-open-invitations'
import { sendPasswordResetAsOperator } from './send-password-reset-as-operator'

// Without a mail server, the operator sees the link.
openDatabase()

let businessId: string
let owner: PortalCaller
let ada: PortalCaller
beforeEach(async () => {
  businessId = (await createTenant()).businessId
  owner = await newPortalCaller({ businessId, role: 'owner' })
  await workerCtx().db.update(users).set({ platformRole: null }).where(like(users.email, '%'))
  ada = await newPortalCaller({ platformRole: 'operator' })
})

const as = ({ personId }: PortalCaller) => anyOperator(personId)
const resetOwner = () => inOperator(as(ada), (ctx) => sendPasswordResetAsOperator(ctx, { personId: owner.personId }))

test('a second operator approves a link that opens the account of a business, and sees it', async () => {
  const bola = await newPortalCaller({ platformRole: 'operator' })
  expect(await resetOwner()).toEqual({ state: 'proposed', link: null })
  const { items } = await inOperator(as(bola), (ctx) => listProposals(ctx, { page: 1 }))
  const reset = items.find(({ what }) => what === 'Reset the password of Test Person')
  expect(reset).toMatchObject({ reason: expect.stringContaining('Without a mail server'), isOwn: false })
  const approve = (caller: PortalCaller) =>
    inOperator(as(caller), (ctx) => approveProposal(ctx, { proposalId: reset?.id ?? '' }, PROPOSAL_MUTATIONS))
  await expect(approve(ada)).rejects.toThrow('Another person has to approve')
  expect(await approve(bola)).toEqual({ state: 'done', link: expect.stringContaining('/reset-password#') })
})

test('the only operator of a platform sees the link', async () => {
  expect(await resetOwner()).toEqual({ state: 'done', link: expect.stringContaining('/reset-password#') })
})

test('a second operator approves another link for an open invitation into a business with an owner, and sees it', async () => {
  const bola = await newPortalCaller({ platformRole: 'operator' })
  const invited = { name: 'Chi', email: `${v7()}@example.test`, role: 'owner', businessId } as const
  await inOperator(as(ada), (ctx) => inviteAsOperator(ctx, invited))
  const approve = (caller: PortalCaller) =>
    inOperator(as(caller), async (ctx) => {
      const { items } = await listProposals(ctx, { page: 1 })
      const invitation = items.find(({ reason }) => reason === invited.email)
      return approveProposal(ctx, { proposalId: invitation?.id ?? '' }, PROPOSAL_MUTATIONS)
    })
  expect(await approve(bola)).toEqual({ state: 'done', link: expect.stringContaining('/welcome#') })

  const open = await inOperator(as(ada), (ctx) => listOpenInvitations(ctx, { businessId }))
  const invitationId = open.items.find(({ email }) => email === invited.email)?.id ?? ''
  const again = () => inOperator(as(ada), (ctx) => resendInvitationAsOperator(ctx, { invitationId }))
  expect(await again()).toEqual({ state: 'proposed', link: null })
  await expect(approve(ada)).rejects.toThrow('Another person has to approve')
  expect(await approve(bola)).toEqual({ state: 'done', link: expect.stringContaining('/welcome#') })
})
