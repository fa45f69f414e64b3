import { formatSpan } from '#app/basics/duration.ts';
import { formatRupees } from '#app/basics/money.ts';
import { allChannelNames, type TextChannels } from '#app/basics/text-channels.ts';
import type { Settings, ShownContact } from '#app/modules/store/settings/settings.ts';
import type { ShippingRules } from '#app/modules/store/shipping/shipping.ts';
import { shippingCharges } from '#app/modules/store/policies/policy-labels.ts';

export type Question = { question: string; answer: string };
export type QuestionGroup = { category: string; questions: [Question, Question, Question, Question] };

/** The modules that charge and ship provide these facts, so that the page agrees with the bill. */
export type FaqFacts = Pick<Settings, 'promises'> &
  ShippingRules & { contact: ShownContact; channels: TextChannels; paysBy: string | undefined };

const reachedBy = ({ phone, email, hours }: ShownContact): string => {
  const options = [phone === null ? [] : `on ${phone}`, email === null ? [] : `at ${email}`].flat();
  return options.length === 0 ? '' : ` ${options.join(' or ')}, ${hours}`;
};

export function questionGroups({ contact, promises, channels, paysBy, ...shipping }: FaqFacts): QuestionGroup[] {
  return [
    {
      category: 'Orders and payment',
      questions: [
        {
          question: 'How do I place an order?',
          answer:
            'Add a piece to your cart, sign in and check out. Fabric is painted to order: open the piece, choose Customize & Order and tell us about the fabric and design.',
        },
        {
          question: 'How can I pay?',
          answer: `${paysBy === undefined ? 'Checkout' : `By ${paysBy}; checkout`} shows the methods available to you.${promises.emiAbove === null ? '' : ` EMI is possible for orders above ${formatRupees(promises.emiAbove)}.`} There is no minimum order.`,
        },
        {
          question: 'Can I change or cancel my order?',
          answer: `Within ${formatSpan(promises.cancelWithinHours, 'hour')} of placing it, as long as it has not been shipped. Open My Orders, or call us.`,
        },
        {
          question: 'Where do I enter a coupon?',
          answer: 'In the cart or at checkout, once you are signed in. The discount applies before shipping.',
        },
      ],
    },
    {
      category: 'Shipping and delivery',
      questions: [
        {
          question: 'How long does delivery take?',
          answer: `Orders leave the studio in ${formatSpan(promises.processingBusinessDays, 'business day')}. Delivery typically takes ${formatSpan(promises.deliveryBusinessDays, 'business day')}: slightly less to metros, slightly more to remote areas.`,
        },
        {
          question: 'What does shipping cost?',
          answer: `${shippingCharges(shipping)}. You see the charge before you pay.`,
        },
        { question: 'Do you ship outside India?', answer: 'No. We deliver within India only.' },
        {
          question: 'How do I track my parcel?',
          answer: `We’ll message you by ${allChannelNames(channels)} when it ships. You can also enter your order number on the Track Order page.`,
        },
      ],
    },
    {
      category: 'Returns and exchanges',
      questions: [
        {
          question: 'What can I return?',
          answer: `Undamaged ready pieces, within ${formatSpan(promises.returnWithinDays, 'day')} of delivery, in their original packing. Custom pieces cannot be returned unless there is a quality issue.`,
        },
        {
          question: 'My piece arrived damaged. What now?',
          answer: `Tell us within ${formatSpan(promises.reportIssuesWithinHours, 'hour')} of delivery with a photo or two. We pay return shipping and replace or refund the piece.`,
        },
        {
          question: 'How long does a refund take?',
          answer: `${formatSpan(promises.refundBusinessDays, 'business day')} after we receive the piece, to your original payment method.`,
        },
        {
          question: 'Can I exchange a piece?',
          answer: `Within ${formatSpan(promises.returnWithinDays, 'day')} of delivery, for one of equal or higher value. You pay the difference, if any.`,
        },
      ],
    },
    {
      category: 'Custom orders',
      questions: [
        {
          question: 'How does a custom order work?',
          answer: `Choose a fabric, or send your own, and share up to five images. We answer within ${formatSpan(contact.replyWithinHours, 'hour')} with a price and a date, paint by hand, and stitch if you want.`,
        },
        {
          question: 'How long does a custom piece take?',
          answer: `Custom artworks ship in ${formatSpan(promises.customWorkWeeks, 'week')}. Larger commissions take ${formatSpan(promises.commissionWeeks, 'week')}, with a ${promises.commissionAdvancePercentage}% advance.`,
        },
        {
          question: 'Can you stitch it too?',
          answer:
            'Yes, into a dress or a suit, to your measurements. Stitching is an optional add-on to any fabric order.',
        },
        {
          question: 'Can I send my own fabric?',
          answer:
            'Yes. Silk, cotton and georgette take paint well. We check your fabric first and tell you if it won’t work.',
        },
      ],
    },
    {
      category: 'Artworks and care',
      questions: [
        {
          question: 'Is every piece really painted by hand?',
          answer: 'Yes, freehand. Nothing is printed or stencilled, so no two are quite alike.',
        },
        {
          question: 'How do I wash painted fabric?',
          answer:
            'Dry clean it the first time. After that, hand wash it cold, inside out, with mild soap, and dry it in the shade. Iron on the reverse.',
        },
        {
          question: 'How do I look after an oil painting?',
          answer: 'Keep it from sun and damp, dust it with a soft dry brush, and have it cleaned every 5 to 10 years.',
        },
        {
          question: 'How long do the soaps and shampoos keep?',
          answer: `Use them within 12 months, or by the best before of their label. They are made in small batches; ask us about ingredients${reachedBy(contact)}.`,
        },
      ],
    },
  ];
}
