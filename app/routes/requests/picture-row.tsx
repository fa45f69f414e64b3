import type { RequestAddresses } from './addresses.ts';

export function PictureRow({
  pictures,
  noun,
  addresses,
}: {
  pictures: readonly { id: string }[];
  noun: string;
  addresses: RequestAddresses;
}) {
  if (pictures.length === 0) return null;
  return (
    <ul className="picture-row">
      {pictures.map(({ id }, at) => (
        <li key={id}>
          <a href={addresses.picture(id)} target="_blank" rel="noreferrer">
            <img
              src={addresses.picture(id)}
              alt={`${noun} ${at + 1}, opens in a new tab`}
              width={160}
              height={160}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
