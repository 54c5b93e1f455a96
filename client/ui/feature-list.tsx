import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

type FeatureListProps = { features: readonly string[]; render?: (feature: string) => ReactNode }

export function FeatureList({ features, render = (feature) => feature }: FeatureListProps) {
  return (
    <ul className="feature-list">
      {features.map((feature) => (
        <li key={feature}>
          <Check aria-hidden="true" />
          <span>{render(feature)}</span>
        </li>
      ))}
    </ul>
  )
}
