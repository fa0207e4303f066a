import { expect, test } from 'vitest'
import { shortenIds } from './shorten-ids'

test.each([
  ['0193a000-0000-7000-8000-0000000000aa', '0193a0…00aa'],
  ['0x52908400098527886E0F7030069857D2E4169EE7, memo 7', '0x5290…9EE7, memo 7'],
  ['c7469123aaf02d2d632f3567e2e257bdb699cc93313c14fccc9da159695d1cc8', 'c74691…1cc8'],
  ['address 5Sk89L53sRHi5Sr34rzmroNpygotNVpEN2rz7AcukoGJ', 'address 5Sk89L…koGJ'],
  ['https://a.example/hooks/payments', 'https://a.example/hooks/payments'],
  ['A'.repeat(40), 'AAAAAA…AAAA'],
  ['Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahrtsgesellschaft'],
])('%s is shown as %s', (text, shown) => {
  expect(shortenIds(text)).toBe(shown)
})
