import { z } from 'zod'
import { field } from '@/server/text/field'

const EXAMPLE = 'function approve(address spender, uint256 value) returns (bool)'

/** The call of a transaction, decoded with the declaration of its caller. */
export const declaredCallView = z
  .object({
    function: field(z.string(), 'The function as its caller declared it.', EXAMPLE),
    args: field(z.unknown(), 'The arguments by that declaration: an object by names where all have one, else a list.', {
      spender: '0x52908400098527886E0F7030069857D2E4169EE7',
      value: '1000000',
    }),
  })
  .meta({
    id: 'DeclaredCall',
    description:
      'The decoded call, as declared by the caller: names may mislead, types and values are those of `data`.',
  })
export type DeclaredCallView = z.infer<typeof declaredCallView>
