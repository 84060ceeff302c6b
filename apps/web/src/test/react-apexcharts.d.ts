declare module 'react-apexcharts/dist/react-apexcharts.min.js' {
  export { default } from 'react-apexcharts';
}
