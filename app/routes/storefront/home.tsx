export default function Home() {
  return <h1>Bisvar</h1>;
}
