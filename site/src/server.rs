//! The server behind `descriptorium serve`: the documentation of a folder, rendered from the files on disk, the
//! modeller, and the API through which the modeller opens and saves files. It listens on the loopback address only.

pub mod access;
pub mod api;
pub mod guard;
pub mod live;
pub mod modeller;
pub mod reply;
pub mod store;

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::rules::catalog_settings::CatalogSettings;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::folder::{self, Folder};
use crate::modeller::Modeller;
use crate::pages::{self, address, error};
use access::{Access, Secret};
use guard::Guard;
use live::Live;
use reply::Reply;

/// The default port, tried first.
pub const DEFAULT_PORT: u16 = 7420;
/// The number of further ports that are tried.
const MORE_PORTS: u16 = 20;

/// Time limit for the head of a request, and for an idle connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum lifetime of a connection. It limits slow readers; other clients simply reconnect.
const CONNECTION_LIFETIME: Duration = Duration::from_secs(300);
/// Time limit for a graceful shutdown of a connection.
const GRACE: Duration = Duration::from_secs(10);
/// Maximum number of connections.
const MAX_CONNECTIONS: usize = 400;
/// Maximum number of connections that wait, if the system allows it.
const MAX_WAITING: i32 = 4096;
/// Maximum number of requests that are processed concurrently.
const MAX_THREADS: usize = 8;

/// Options of the server.
#[derive(Debug)]
pub struct Options {
    pub folder: Folder,
    /// The requested port; 0 for any free port.
    pub port: Option<u16>,
    pub read_only: bool,
    /// The settings from the command line.
    pub stated: CatalogSettings,
    /// The built modeller, or why there is none.
    pub modeller: Result<Modeller, String>,
    /// The secret of the user.
    pub secret: Secret,
}

/// A server that is bound to a port but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    app: Arc<App>,
}

/// The state shared by all requests.
#[derive(Debug)]
pub struct App {
    pub guard: Guard,
    pub live: Live,
    /// The path of the page on which work starts: the modeller, if there is one.
    start: &'static str,
    pub read_only: bool,
    pub modeller: Result<Modeller, String>,
}

/// A complete request.
#[derive(Debug)]
pub struct Request {
    pub method: Method,
    /// The path as sent, percent-encoded.
    pub path: String,
    /// The host and port that the client sent the request to.
    pub authority: Option<String>,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Server {
    pub fn bind(options: Options) -> io::Result<Server> {
        let listener = listen(options.port)?;
        let port = listener.local_addr()?.port();
        let has_modeller = options.modeller.is_ok();
        let app = App {
            guard: Guard { port, access: Access::new(options.folder.root(), &options.secret)? },
            live: Live::new(options.folder, options.stated, has_modeller),
            start: if has_modeller { "modeller/" } else { "" },
            read_only: options.read_only,
            modeller: options.modeller,
        };
        Ok(Server { listener, app: Arc::new(app) })
    }

    /// The address of a page, `http://127.0.0.1:7420/modeller/#ticket=0123..`. The ticket allows the first page that
    /// presents it to write; there is none if all writes are refused.
    pub fn address(&self, path: &str) -> String {
        self.app.address(path)
    }

    /// Answers requests until the process exits.
    pub fn run(self) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(MAX_THREADS).build()?;
        self.listener.set_nonblocking(true)?;
        runtime.block_on(accept(self.listener, self.app))
    }
}

fn listen(port: Option<u16>) -> io::Result<std::net::TcpListener> {
    let bind = |port| {
        let listener = std::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        // The backlog of the standard library is 128; further connections would be refused.
        SockRef::from(&listener).listen(MAX_WAITING)?;
        Ok::<_, io::Error>(listener)
    };
    if let Some(port) = port {
        return bind(port);
    }
    let free = (DEFAULT_PORT..DEFAULT_PORT + MORE_PORTS).find_map(|port| bind(port).ok());
    free.map_or_else(|| bind(0), Ok)
}

async fn accept(listener: std::net::TcpListener, app: Arc<App>) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Most likely there are too many open files; wait until some are closed.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // At the limit, new connections wait in the backlog of the system.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let app = Arc::clone(&app);
        tokio::spawn(async move {
            connection(stream, app).await;
            drop(place);
        });
    }
}

async fn connection(stream: TcpStream, app: Arc<App>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let app = Arc::clone(&app);
        async move { Ok::<_, std::convert::Infallible>(answer(app, request).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    // Errors here are caused by the client, which disconnected or did not send HTTP.
    if timeout(CONNECTION_LIFETIME, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(GRACE, connection).await;
    }
}

async fn answer(app: Arc<App>, request: hyper::Request<Incoming>) -> hyper::Response<Full<Bytes>> {
    let (head, body) = request.into_parts();
    let mut request = Request {
        method: head.method,
        path: head.uri.path().to_owned(),
        authority: head.uri.authority().map(ToString::to_string),
        headers: head.headers,
        body: Vec::new(),
    };
    let head_only = request.method == Method::HEAD;
    let is_api = api::has(&request.path);
    let reply = match admitted(&app, &request, body).await {
        Err(reply) => reply,
        Ok(body) => {
            request.body = body;
            let work = tokio::task::spawn_blocking(move || app.answer(&request));
            work.await.unwrap_or_else(|_| {
                let message = "internal error; the server keeps running";
                Reply::error(StatusCode::INTERNAL_SERVER_ERROR, message)
            })
        }
    };
    // Responses of the API are neither shared nor reused after the program has ended.
    let reply = match is_api {
        true => reply.header(header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        false => reply,
    };
    reply.into_response(head_only)
}

/// The body of a request, which is read only if the request is allowed to have one.
async fn admitted(app: &App, request: &Request, body: Incoming) -> Result<Vec<u8>, Reply> {
    app.guard.admit(request).map_err(Reply::closing)?;
    if !api::admit_body(app, request).map_err(Reply::closing)? {
        return Ok(Vec::new());
    }
    let length = request.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > folder::MAX_BYTES) {
        return Err(too_large());
    }
    whole(body).await
}

fn too_large() -> Reply {
    let message = format!("the body is larger than {} MiB", folder::MAX_BYTES >> 20);
    Reply::error(StatusCode::PAYLOAD_TOO_LARGE, message).closing()
}

async fn whole(body: Incoming) -> Result<Vec<u8>, Reply> {
    let limited = Limited::new(body, usize::try_from(folder::MAX_BYTES).unwrap_or(usize::MAX));
    match timeout(BODY_TIMEOUT, limited.collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes().into()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Reply::error(StatusCode::BAD_REQUEST, "the request is incomplete").closing()),
        Err(_) => Err(Reply::error(StatusCode::REQUEST_TIMEOUT, "the request timed out").closing()),
    }
}

impl App {
    fn address(&self, path: &str) -> String {
        let ticket = match self.read_only {
            true => String::new(),
            false => format!("#ticket={}", self.guard.access.ticket()),
        };
        format!("http://127.0.0.1:{}/{path}{ticket}", self.guard.port)
    }

    /// Prints another address after its ticket was used, for another browser.
    fn announce_next(&self) {
        let address = self.address(self.start);
        // A closed output does no harm.
        let mut output = io::stdout();
        let _ =
            writeln!(output, "The address was opened. For another browser: {address}").and_then(|()| output.flush());
    }

    fn answer(&self, request: &Request) -> Reply {
        if api::has(&request.path) {
            return api::answer(self, request);
        }
        if !matches!(request.method, Method::GET | Method::HEAD) {
            return Reply::method_not_allowed("GET, HEAD");
        }
        if request.path == "/modeller" {
            return Reply::moved("/modeller/");
        }
        match request.path.strip_prefix("/modeller/") {
            Some(path) => modeller::answer(&self.modeller, path, request),
            None => self.page(request),
        }
    }

    /// A page of the documentation, from the current state of the folder.
    fn page(&self, request: &Request) -> Reply {
        const HTML: &str = "text/html; charset=utf-8";
        let path = guard::decode(request.path.trim_start_matches('/'));
        // These do not depend on the folder.
        if let Some((name, content)) = assets().find(|(name, _)| path.as_deref() == Some(name)) {
            return tagged(Reply::new(StatusCode::OK, modeller::content_type(name), content), request);
        }
        let snapshot = match self.live.now() {
            Ok(snapshot) => snapshot,
            Err(error) => {
                let why = format!("The served folder cannot be read: {}.", folder::reason(&error));
                let page = error::alone(
                    "Folder not available",
                    &[&why, "Reload this page when the folder is available again."],
                );
                return Reply::new(StatusCode::SERVICE_UNAVAILABLE, HTML, page);
            }
        };
        let missing = || Reply::new(StatusCode::NOT_FOUND, HTML, snapshot.documentation().not_found());
        let Some(path) = path else { return missing() };
        let index = if path.is_empty() || path.ends_with('/') { "index.html" } else { "" };
        let path = format!("{path}{index}");
        if let Some(etag) = snapshot.tag(&path).filter(|etag| api::has_already(&request.headers, etag)) {
            return Reply::not_modified(&etag);
        }
        if let Some(content) = snapshot.documentation().attachment(&path) {
            // A file of the catalog is no page of this program: opened by itself, it must not act as one.
            const POLICY: HeaderValue =
                HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");
            let reply = Reply::new(StatusCode::OK, modeller::content_type(&path), content.to_vec());
            return tagged(reply.header(header::CONTENT_SECURITY_POLICY, POLICY), request);
        }
        let Some(page) = snapshot.documentation().page(&path) else { return missing() };
        // The search page depends on all documents.
        let etag = if path == address::SEARCH { snapshot.etag().to_owned() } else { store::etag(page.as_bytes()) };
        snapshot.note_tag(path.clone(), etag.clone());
        if api::has_already(&request.headers, &etag) {
            return Reply::not_modified(&etag);
        }
        Reply::new(StatusCode::OK, modeller::content_type(&path), page).etag(&etag)
    }
}

/// The files that do not depend on the folder.
fn assets() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    pages::ASSETS.iter().copied().chain([(address::LIVE, pages::LIVE.as_bytes())])
}

/// The reply with its ETag, or 304 if the client has the current version.
fn tagged(reply: Reply, request: &Request) -> Reply {
    let etag = store::etag(reply.body());
    if api::has_already(&request.headers, &etag) { Reply::not_modified(&etag) } else { reply.etag(&etag) }
}
