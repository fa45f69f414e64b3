/** Messages as the apps of Indian banks send them. `amount` is in rupees, or null if no payment was received. */
export const SHARED_TEXTS: readonly { from: string; text: string; amount: number | null }[] = [
  {
    from: 'State Bank of India',
    text: 'Dear SBI User, your A/c X1234-credited by Rs.2500 on 21Nov26 transfer from ASHA RAWAT Ref No 432187650911 -SBI',
    amount: 2500,
  },
  {
    from: 'HDFC Bank',
    text: 'Rs.750.00 credited to a/c XX1234 on 21-11-26 by UPI Ref No 432187650912',
    amount: 750,
  },
  {
    from: 'ICICI Bank',
    text: 'Dear Customer, Acct XX123 is credited with Rs 1200.00 on 21-Nov-26 from ASHA R. UPI:432187650913-ICICI Bank.',
    amount: 1200,
  },
  {
    from: 'Kotak Bank',
    text: 'Received Rs.340.00 in your Kotak Bank AC X1234 from asha@ybl on 21-11-26.UPI Ref:432187650914.',
    amount: 340,
  },
  {
    from: 'Bank of Baroda',
    text: 'Rs.999 Credited to A/c ...1234 thru UPI/432187650915 by asha_ok. Total Bal:Rs.120636.00CR. Avlbl Amt:Rs.120636.00(21-11-2026 10:31:07) - Bank of Baroda',
    amount: 999,
  },
  {
    from: 'Union Bank',
    text: 'A/c *1234 Credited for Rs:4100 on 21-11-2026 10:31:07 by Mob Bk ref no 432187650916 Avl Bal Rs:120636.00',
    amount: 4100,
  },
  {
    from: 'Axis Bank',
    text: 'INR 1850.00 credited to your A/c No XX1234 on 21/11/2026 through UPI from V SHAH. Ref 432187650917',
    amount: 1850,
  },
  {
    from: 'a payment that was made',
    text: 'Your a/c XX1234 is debited for Rs.99.00 on 21-11-26 and credited to a/c XX9 (UPI Ref no 432187650918)',
    amount: null,
  },
  {
    from: 'a one-time password',
    text: '482913 is the OTP for your transaction of Rs.2,500.00 at AMAZON on card XX1234. Do not share it with anyone.',
    amount: null,
  },
  {
    from: 'an offer',
    text: 'You are pre-approved for a loan of Rs.5,00,000. Get the amount in your account today: https://bank.example/loan',
    amount: null,
  },
];
