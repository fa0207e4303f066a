import { expect, test } from 'vitest'
import { isOfSuites, readSource, sourcesIn } from './testing/sources'

/** Ways to write a day, a moment or money that pages do not use, by what to use. */
const OTHER_FORMS: Readonly<Record<string, RegExp>> = {
  'formatDay, formatUtc or Time': /toLocale(?:Date|Time)String\(|\.toLocaleString\(\)|new Intl\.DateTimeFormat\('/g,
  'formatDay of a day': /(?<=\$|[\s>}])\{[\w.?]*(?:Date|[a-z]\.day)\}/g,
  'exactMoney, displayMoney or Amount': /\} (?:USD|NGN)\b|\$\$\{|>\$\{|(?<![,\d])\d{1,3}(?:,\d{3})* (?:USD|NGN)\b/g,
}
/** The moment in the reader's own zone, on hover. */
const OWN_ZONE = 'components/ui/time.tsx'
/** A rate names the currency that it is of. */
const RATE = '1 USD'

function otherFormsIn(source: string): string[] {
  return Object.entries(OTHER_FORMS).flatMap(([instead, form]) =>
    [...source.matchAll(form)].flatMap(([found]) => (found === RATE ? [] : [`${found} instead of ${instead}`])),
  )
}

test('pages write days, moments and money in one form each', () => {
  const pages = ['app', 'components']
    .flatMap(sourcesIn)
    .filter((file) => !isOfSuites(file) && file !== OWN_ZONE && !/^app\/v1|^components\/guides/.test(file))
  expect(pages.length).toBeGreaterThan(400)
  expect(pages.flatMap((file) => otherFormsIn(readSource(file)).map((found) => `${file}: ${found}`))).toEqual([])
})

test('another form is found', () => {
  expect(otherFormsIn('at.toLocaleDateString()')).toHaveLength(1)
  expect(otherFormsIn(`<td>{coupon.payDate}</td> \`due on \${payDate}\` {row.day}`)).toHaveLength(3)
  expect(otherFormsIn(`\`\${exactAmount(usd, 'USD')} USD\` \`$\${usd}\` 'Above 1,000,000 NGN'`)).toHaveLength(3)
  expect(otherFormsIn("<Time value={payDate} /> {formatDay(payDate)} 'at ₦1,550 for 1 USD' {date}")).toEqual([])
})
