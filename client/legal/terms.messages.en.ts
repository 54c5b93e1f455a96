export const messages = {
  title: 'Terms of service',
  description: 'The agreement between you and us about using the library, the news, the forum and the subscription.',
  effective: 'Effective {date}',
  contents: 'In this agreement',
  sections: [
    {
      id: 'eligibility',
      title: 'Eligibility',
      paragraphs: [
        'These terms are an agreement between you and {company}, which runs {site}. By opening an account, buying a subscription or otherwise using {site}, you accept them. If you do not accept them, please do not use the site.',
        'You must be at least 18 years old and able to enter into a binding contract. If you use the site for a company or another organization, you confirm that you may accept these terms on its behalf.',
        'You are responsible for what happens under your account. Keep your password to yourself, give correct details and tell us right away if you believe that someone else has used your account.',
      ],
    },
    {
      id: 'services',
      title: 'Services',
      paragraphs: [
        '{site} offers a library of prompts for language models, sorted into categories and use cases, a news blog and a discussion forum. Some of it is open to everyone; some of it needs an account or a paid plan.',
        'We improve the site all the time. We may add, change or withdraw prompts, features and plans. If a change takes away a substantial part of what you have paid for, you may cancel and get the unused part of your payment back.',
        'The language models that prompts are written for are run by other companies under their own terms. We do not run them and are not a party to your agreements with those companies.',
      ],
    },
    {
      id: 'subscriptions',
      title: 'Subscriptions',
      paragraphs: [
        'The Free plan costs nothing. Paid plans are billed in advance, monthly or yearly, at the price shown before you pay. Payments are handled by Stripe; your card number never reaches our servers.',
        'A paid plan renews for the same period until you cancel it. You can turn off automatic renewal in your profile at any time; access then continues until the period that you have paid for ends.',
        'If you are not satisfied, tell us within 14 days of your first payment, and we will refund it in full. Access to paid content ends with the refund.',
        'When you switch plans or periods, the new one starts immediately and the unused part of the old one is credited.',
        'We announce price changes by email at least 30 days in advance. A change applies from your next renewal after that, and you may cancel before then.',
        'If a payment fails, we will try again and let you know. Access may be paused if a payment is still unpaid more than seven days after its due date.',
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      paragraphs: [
        'The site, its design, its texts and the collection of prompts belong to {company} or to those who license them to us. The names of language models and of payment methods belong to their owners.',
        'You may copy, fill in and adapt the prompts that your plan includes, for private and commercial work, and keep the answers of a language model as far as the model’s own terms allow. You keep this right for the prompts that you used while your plan was active.',
        'You may not republish the library or a substantial part of it, sell or rent prompts as such, or collect them by automated means.',
      ],
    },
    {
      id: 'user-content',
      title: 'User content',
      paragraphs: [
        'What you write in the forum, in comments and in ratings stays yours. You grant us a worldwide, free, non-exclusive license to store, show, translate and distribute it as part of the site for as long as it is there.',
        'You confirm that you have the rights to what you publish and that it violates no law and no rights of other people.',
        'New threads are reviewed before they appear. We may decline, move, shorten or remove content that breaks these terms, and we will tell you when we do. If you believe that content here violates your rights, write to us and tell us where it is and which right it violates.',
      ],
    },
    {
      id: 'prohibited-conduct',
      title: 'Prohibited conduct',
      paragraphs: [
        'You agree not to use the site to break the law; not to harass, threaten or deceive others; not to publish spam, malware or personal data of others; and not to use prompts to produce content that sexualizes minors or calls for violence.',
        'You agree not to work around access limits or tiers, not to share an account with people it was not sold to, not to disrupt the operation of the site, not to test its security without our written consent, and not to read it by automated means beyond what search engines do under our robots file.',
      ],
    },
    {
      id: 'termination',
      title: 'Termination',
      paragraphs: [
        'You can delete your account in your profile at any time. What you published in the forum then stays, attributed to a deleted user, unless you remove it first.',
        'We may suspend or close an account that seriously breaks these terms, or breaks them again after a warning. We will tell you why, unless the law forbids it, and refund the unused part of a payment if you are not at fault.',
        'The sections on intellectual property, user content, disclaimer, liability, indemnification and governing law remain in force afterward.',
      ],
    },
    {
      id: 'disclaimer',
      title: 'Disclaimer',
      paragraphs: [
        'Prompts are written with care, but language models answer differently from day to day. {site} is provided “as is” and “as available”, without warranties of any kind, express or implied, including fitness for a particular purpose and non-infringement, as far as the law allows.',
        'Language models may give wrong answers. Nothing on the site is legal, medical, tax or financial advice. Check what matters before you rely on it.',
      ],
    },
    {
      id: 'liability',
      title: 'Limitation of liability',
      paragraphs: [
        'As far as the law allows, {company} is not liable for indirect, incidental, special or consequential damages, nor for lost profits, data or goodwill that result from using the site or from being unable to use it.',
        'Our total liability is limited to the greater of what you paid us in the twelve months before the event and 100 US dollars. These limits do not apply where the law does not permit them, in particular to intent, gross negligence and injury to life or health.',
      ],
    },
    {
      id: 'indemnification',
      title: 'Indemnification',
      paragraphs: [
        'You will hold {company}, its employees and its partners harmless from claims of third parties, including reasonable costs of legal defense, that arise from content you published, from your use of the site against these terms or from your violation of another’s rights. We will tell you of such a claim without delay and give you a fair part in its defense.',
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law and disputes',
      paragraphs: [
        'These terms are governed by the laws of the State of Delaware, United States, without its rules on conflicts of law. Mandatory consumer rights in the country where you live are not affected.',
        'Please write to us first: most questions are settled within days. What cannot be settled within 60 days is decided by binding individual arbitration under the rules of the American Arbitration Association, in English, by video or in writing unless a hearing is necessary. You may bring claims only on your own behalf, not as a class.',
        'You may opt out of arbitration within 30 days of first accepting these terms by sending an email to {email} with your name and the address of your account. In that case, the courts of Delaware have jurisdiction. Small claims and requests for injunctions may be brought in court in any case.',
      ],
    },
    {
      id: 'miscellaneous',
      title: 'Miscellaneous',
      paragraphs: [
        'If one provision is invalid, the others remain in force. If we do not enforce a right once, we do not give it up. You may not transfer this agreement; we may transfer it with the business as a whole and will tell you when we do.',
        'We may change these terms. We will tell you about substantial changes at least 30 days in advance, by email or on the site. If you keep using the site after that, you accept them; if you do not accept them, you may cancel.',
        'These terms are the whole agreement about the site. If a translation differs, the English text prevails. Send notices to {company}, {address}, or {email}.',
      ],
    },
  ],
} as const
