import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Block, Inline, PolicyText } from '#app/modules/store/policies/policy.ts';
import type { IconName } from '#app/ui/kit/icon.tsx';
import { Policy } from './info-page.tsx';

export function PolicyBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => <BlockOf key={at} block={block} />);
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'list') {
    const items = block.items.map((blocks, at) => <li key={at}>{itemOf(blocks)}</li>);
    return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  const inside = <Inlines>{block.children}</Inlines>;
  return block.kind === 'heading' ? <h3 className="text-h4 text-ink">{inside}</h3> : <p>{inside}</p>;
}

const itemOf = (blocks: readonly Block[]): ReactNode =>
  blocks.length === 1 && blocks[0]?.kind === 'paragraph' ? (
    <Inlines>{blocks[0].children}</Inlines>
  ) : (
    <PolicyBlocks blocks={blocks} />
  );

/** Lines must not break inside “out-of-stock”. */
const unbroken = (title: string): string => title.replaceAll(/(?<=\w)-(?=\w)/g, '-\u2060');

/** Lines must not break after the dash of “5–7”. */
const RANGE_DASH = /(?<=\d)–(?=\d)/g;

function Inlines({ children }: { children: readonly Inline[] }) {
  return children.map((child, at) => <InlineOf key={at} inline={child} />);
}

function InlineOf({ inline }: { inline: Inline }) {
  if (typeof inline === 'string') return inline.replaceAll(RANGE_DASH, '–\u2060');
  if (inline.kind === 'break') return <br />;
  const inside = <Inlines>{inline.children}</Inlines>;
  if (inline.kind === 'link') return <TextLink to={inline.to}>{inside}</TextLink>;
  return inline.kind === 'strong' ? <strong>{inside}</strong> : <em>{inside}</em>;
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const look = 'text-geru underline underline-offset-4';
  return to.startsWith('/') ? (
    <Link className={look} to={to}>
      {children}
    </Link>
  ) : (
    <a className={look} href={to} rel="noopener">
      {children}
    </a>
  );
}

export function PolicySections({ text }: { text: PolicyText }) {
  return (
    <div className="policy-text grid gap-3 text-ink-2">
      <PolicyBlocks blocks={text.intro} />
      {text.sections.map(({ id, title, blocks }) => (
        <section key={id} className="mt-3 grid gap-3">
          <h3 className="text-h4 text-ink">{unbroken(title)}</h3>
          <PolicyBlocks blocks={blocks} />
        </section>
      ))}
    </div>
  );
}

export function PolicyArticle({
  text,
  updated,
  iconOf,
}: {
  text: PolicyText;
  updated?: string;
  iconOf?: (title: string) => IconName | undefined;
}) {
  return (
    <>
      {text.intro.length > 0 ? (
        <div className="policy-text mb-9 grid max-w-read gap-3 text-ink-2">
          <PolicyBlocks blocks={text.intro} />
        </div>
      ) : null}
      <Policy
        updated={updated}
        sections={text.sections.map(({ id, title, blocks }) => ({
          id,
          title: unbroken(title),
          icon: iconOf?.(title),
          body: <PolicyBlocks blocks={blocks} />,
        }))}
      />
    </>
  );
}
