import { Card } from '@/components/ui/card'

const TERMS = [
  {
    question: 'What do I pay?',
    answer:
      'The price of the plan for a month or a year, in advance, by bank transfer or stablecoin. Free plans cost nothing. There are no other charges, except for gas on mainnets, which your balance pays.',
  },
  {
    question: 'When does it renew?',
    answer:
      'At the end of the month or year your balance pays for the next one, if auto-renew is on. If the balance is too low, the plan stays active for seven days. Then it ends.',
  },
  {
    question: 'What happens when a quota is used up?',
    answer:
      'Calls that need it return 402 until the quota resets, once a month. Nothing is charged in addition and nothing is lost. A larger plan lifts the quota within ten seconds.',
  },
  {
    question: 'Can I change the plan?',
    answer:
      'Yes. A larger plan starts as soon as it is paid, and the unused part of your current plan lowers its price. A smaller plan can start when the current one has ended.',
  },
] as const

/**
 * The terms of all plans, as questions that people ask. Rendered on the server, so that its texts are not part of the
 * scripts.
 */
export function PlanTerms() {
  return (
    <Card title="How plans work">
      <dl className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {TERMS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-0.5 text-pretty text-muted-foreground">{answer}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
