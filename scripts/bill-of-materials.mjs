// npm's list of installed packages is incomplete, so this reads the lock file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export function servedPackages() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place, { version, license, integrity }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { place, name, version, license, integrity };
    });
}

const componentOf = ({ name, version, license, integrity }) => ({
  type: 'library',
  'bom-ref': `${name}@${version}`,
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  // An archive's hash includes the packages inside it.
  ...(integrity && {
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
  }),
  ...(license && { licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }] }),
});

export function writeBillOfMaterials() {
  const { name, version, license } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const packages = servedPackages();
  const components = new Map(packages.map((each) => [`${each.name}@${each.version}`, componentOf(each)]));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: [{ license: { id: license } }] } },
    components: [...components.values()],
  };
  writeFileSync(inRoot('build/bom.json'), `${JSON.stringify(bill, null, 2)}\n`);

  // Packages for other systems are not installed, so their licence texts are missing.
  const texts = packages.map((each) => {
    const files = existsSync(inRoot(each.place)) ? readdirSync(inRoot(each.place)) : [];
    const file = files.find((one) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(one));
    const text = file && readFileSync(inRoot(`${each.place}/${file}`), 'utf8').trim();
    return `${each.name} ${each.version}: ${each.license ?? 'see its text'}\n${text ? `\n${text}\n` : ''}`;
  });
  writeFileSync(inRoot('build/licences.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}
