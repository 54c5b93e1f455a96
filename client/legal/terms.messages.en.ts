export const messages = {
  title: 'Terms of service',
  description: 'The agreement between you and us about using the library, the news, the forum and the subscription.',
  effective: 'Effective October 08, 2025',
  contents: 'In this agreement',
  sections: [
    {
      id: 'eligibility',
      title: 'Eligibility',
      paragraphs: [
        'These terms are an agreement between you and {company}, who runs {site}. By opening an account, buying a subscription or otherwise using {site}, you accept them. If you do not accept them, please do not use the site.',
        'You must be at least 18 years old and able to enter into a binding contract. If you use the site for a company or another organisation, you confirm that you may accept these terms on its behalf.',
        'You are responsible for what happens under your account. Keep your password to yourself, give correct details and tell us at once if you believe that somebody else has used your account.',
      ],
    },
    {
      id: 'services',
      title: 'Services',
      paragraphs: [
        '{site} offers a library of prompts for language models, sorted into categories and use cases, a news blog and a discussion forum. Some of it is open to everyone; some of it needs an account or a paid plan.',
        'We improve the site all the time. We may add, change or withdraw prompts, features and plans. If a change takes away a substantial part of what you have paid for, you may cancel and receive the unused part of your payment back.',
        'The language models that prompts are written for are run by other companies under their own terms. We do not run them and are not a party to what you agree with them.',
      ],
    },
    {
      id: 'subscriptions',
      title: 'Subscriptions',
      paragraphs: [
        'The Free plan costs nothing. Paid plans are billed in advance, by the month or by the year, at the price shown before you pay. Payments are handled by Stripe; your card number never reaches our servers.',
        'A paid plan renews for the same period until you cancel it. You can switch automatic renewal off in your profile at any time; access then continues until the period that you have paid for ends.',
        'If you are not satisfied, tell us within 14 days of your first payment and we refund it in full. Access to paid content ends with the refund.',
        'When you switch plans or periods, the new one begins at once and the unused part of the old one is credited.',
        'We announce a change of price at least 30 days ahead by e-mail. It applies from your next renewal after that, and you may cancel before it does.',
        'If a payment fails, we try again and let you know. Access may be paused when a payment stays open for more than seven days after its due date.',
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      paragraphs: [
        'The site, its design, its texts and the collection of prompts belong to {company} or to those who license them to us. The names of language models and of payment methods belong to their owners.',
        'You may copy, fill in and adapt the prompts that your plan opens, for private and commercial work, and keep what a language model answers as far as the model’s own terms allow. This right stays with you for the prompts that you used while your plan was active.',
        'You may not republish the library or a substantial part of it, sell or rent prompts as such, or collect them by automated means.',
      ],
    },
    {
      id: 'user-content',
      title: 'User content',
      paragraphs: [
        'What you write in the forum, in comments and in ratings stays yours. You grant us a worldwide, free, non-exclusive licence to store, show, translate and distribute it as part of the site for as long as it is there.',
        'You confirm that you have the rights to what you publish and that it breaks no law and no right of another person.',
        'New threads are looked at before they appear. We may decline, move, shorten or remove content that breaks these terms, and we tell you when we do. If you believe that content here violates your rights, write to us and name the place and the right.',
      ],
    },
    {
      id: 'prohibited-conduct',
      title: 'Prohibited conduct',
      paragraphs: [
        'You agree not to break the law with the help of the site; not to harass, threaten or deceive others; not to publish spam, malware or personal data of others; and not to use prompts to produce content that sexualises minors or calls for violence.',
        'You agree not to work around access limits or tiers, not to share an account with people it was not sold to, not to disturb the operation of the site, not to test its security without our written consent, and not to read it by automated means beyond what search engines do under our robots file.',
      ],
    },
    {
      id: 'termination',
      title: 'Termination',
      paragraphs: [
        'You can delete your account in your profile at any time. What you published in the forum then stays as written by a deleted user, unless you remove it first.',
        'We may suspend or close an account that breaks these terms in a serious way or again after a warning. We tell you why, unless the law forbids it, and refund the unused part of a payment when the reason does not lie with you.',
        'The sections on intellectual property, user content, disclaimer, liability, indemnification and governing law stay in force afterwards.',
      ],
    },
    {
      id: 'disclaimer',
      title: 'Disclaimer',
      paragraphs: [
        'Prompts are tested with care, but language models answer differently from day to day. {site} is provided “as is” and “as available”, without warranties of any kind, express or implied, including fitness for a particular purpose and non-infringement, as far as the law allows.',
        'Answers of language models may be wrong. Nothing on the site is legal, medical, tax or financial advice. Check what matters before you rely on it.',
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
        'You will hold {company}, its employees and its partners harmless from claims of third parties, including reasonable costs of legal defence, that arise from content you published, from your use of the site against these terms or from your violation of another’s rights. We tell you of such a claim without delay and leave you a fair part in its defence.',
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law and disputes',
      paragraphs: [
        'These terms are governed by the laws of the State of Delaware, United States, without its rules on conflicts of law. Mandatory rights of consumers in the country where you live stay untouched.',
        'Please write to us first: most questions are settled within days. What cannot be settled within 60 days is decided by binding individual arbitration under the rules of the American Arbitration Association, in English, by video or in writing unless a hearing is necessary. Claims may only be brought for oneself, not as a class.',
        'You may opt out of arbitration within 30 days of first accepting these terms by an e-mail to {email} with your name and the address of your account. Then the courts of Delaware are competent. Small claims and injunctions may be brought before a court in any case.',
      ],
    },
    {
      id: 'miscellaneous',
      title: 'Miscellaneous',
      paragraphs: [
        'If one provision is invalid, the others remain in force. If we do not insist on a right once, we do not give it up. You may not transfer this agreement; we may transfer it with the business as a whole and tell you when we do.',
        'We may change these terms. You hear of substantial changes at least 30 days ahead by e-mail or on the site. Whoever goes on using the site after that accepts them; whoever does not may cancel.',
        'These terms are the whole agreement about the site. The English text is decisive where a translation differs. Notices reach us at {company}, {address}, or {email}.',
      ],
    },
  ],
} as const
