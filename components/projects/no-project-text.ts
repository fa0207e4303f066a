type Person = {
  email: string
  /** The business that the person belongs to, and whether as its owner. */
  business: { name: string; isOwner: boolean } | null
  isInvited: boolean
}

/** The text for a person without a project: their situation, and what they can do. */
export function noProjectText({ email, business, isInvited }: Person): { situation: string; advice: string } {
  if (business) {
    const purpose = 'A project holds API keys, plans and settings.'
    return {
      situation: `${business.name} has no project yet.`,
      advice: business.isOwner ? purpose : `${purpose} Ask an owner of ${business.name} to create one.`,
    }
  }
  return {
    situation: 'You belong to no business.',
    advice: isInvited
      ? 'Accept an invitation to join its business.'
      : `Ask an owner of your business to invite ${email}. Then reload this page.`,
  }
}
